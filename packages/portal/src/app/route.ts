import { useSyncExternalStore } from 'react';

/** The part after the #: '/usage', '/playground/detect'; the query of '#/reset?token=…' is separate. */
export interface Route {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function parseHash(hash: string): Route {
  const text = hash.replace(/^#/, '');
  const cut = text.indexOf('?');
  const path = cut === -1 ? text : text.slice(0, cut);
  return {
    path: path === '' ? '/' : path.replace(/(?<=^\/|[^/])\/+$/, ''),
    query: new URLSearchParams(cut === -1 ? '' : text.slice(cut + 1)),
  };
}

export function useRoute(): Route {
  return parseHash(useSyncExternalStore(subscribe, () => location.hash));
}

/** Goes to another view; `replace` leaves no step in the history. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) location.replace(`#${path}`);
  else location.hash = path;
}

/** Redirects from a view at or below `from`, unless the user has left it in the meantime. */
export function redirect(from: string, to: string): void {
  const { path } = parseHash(location.hash);
  if (path === from || path.startsWith(`${from}/`)) navigate(to, { replace: true });
}

/** The link to a page for visitors that leads back to where it was followed. */
export function linkWithBack(to: '/log-in' | '/sign-up', back: string | null): string {
  return back === null || !isWorthReturning(back) ? `#${to}` : `#${to}?back=${encodeURIComponent(back)}`;
}

/** Where to go after logging in or signing up; null: the page decides. */
export function backFrom(query: URLSearchParams): string | null {
  const back = query.get('back');
  return back !== null && isWorthReturning(back) ? back : null;
}

const NOT_WORTH_RETURNING = ['/', '/log-in', '/sign-up', '/reset', '/verify'];

const isWorthReturning = (back: string): boolean =>
  back.startsWith('/') && !NOT_WORTH_RETURNING.includes(parseHash(back).path);

/** The current view, as `linkWithBack` takes it. */
export function useBack(): string {
  const { path, query } = useRoute();
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => {
    removeEventListener('hashchange', changed);
  };
}
