/** Who may call a route: anyone, only who sends a valid user id, only who is logged in, or only administrators who are. */
export type RouteAuth = 'public' | 'user-id' | 'session' | 'administrator';

/** What a route says about who may call it. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}
