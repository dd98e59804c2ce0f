/**
 * Who may call a route: anyone; callers with a valid user id; people who are logged in; administrators who are logged
 * in; or anonymous users of the portal, within the limits of the trial.
 */
export type RouteAuth = 'public' | 'user-id' | 'session' | 'administrator' | 'trial';

/** The authentication that a route declares. */
export interface DeclaredAuth {
  readonly method: string;
  readonly url: string;
  readonly auth: RouteAuth | undefined;
}
