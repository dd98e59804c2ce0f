/**
 * Who may call a route: anyone; only who sends a valid user id; only who is logged in; only administrators who are; or
 * visitors of the portal, without an account and within the bounds of the trial.
 */
export type RouteAuth = 'public' | 'user-id' | 'session' | 'administrator' | 'trial';

/** What a route says about who may call it. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}
