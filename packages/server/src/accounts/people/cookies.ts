import { createHmac, timingSafeEqual } from 'node:crypto';

export interface CookieSigning {
  readonly secret: string;
  /** Whether people reach the service over https. */
  readonly secure: boolean;
}

/** Over https the name itself tells the browser: this host only, the whole of it, never in the clear. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** A value of Set-Cookie that no script reads and no other site sends. */
export const setCookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  `${nameOf(name, secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`;

/** The value in the header that a browser sent; empty where it has none. */
export function readCookie(header: string, name: string, secure: boolean): string {
  const prefix = `${nameOf(name, secure)}=`;
  const pair = header.split(/; */).find((each) => each.startsWith(prefix));
  return pair?.slice(prefix.length) ?? '';
}

export const macOf = (secret: string, text: string, encoding: 'base64' | 'base64url'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

/** Compares without telling by its time where two texts differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
