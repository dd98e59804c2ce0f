/** Who may call a route: anyone, only who sends a valid user id, or only who is logged in. */
export type RouteAuth = 'public' | 'user-id' | 'session';

/** What a route says about who may call it. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}
