/** What an API key may be for, and what the documents say about it. */
export const SCOPES = {
  analyse: 'find, describe, compare and redact faces in the images of the call',
  search: 'search collections, and compare faces with people in them',
  enrol: 'add people and faces to collections',
  manage: 'create, read, change, export and delete collections and the people in them',
  liveness: 'make liveness checks',
} as const;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** What somebody who finds an API key in a web page may do with it at most. */
export const BROWSER_SCOPES: readonly Scope[] = ['analyse', 'search'];

/** The scope of a route, or of each of the operations that a route chooses between by a header. */
export type RouteScope = Scope | Readonly<Record<string, Scope>>;
