/** Who may call a route: anyone, or only who sends a valid user id. */
export type RouteAuth = 'public' | 'user-id';

/** What a route says about who may call it. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}
