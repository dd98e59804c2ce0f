import { createHmac, timingSafeEqual } from 'node:crypto';

export interface CookieSigning {
  readonly secret: string;
  /** Accepted too, while the secret is changed. */
  readonly fallbackSecret?: string | undefined;
  /** Whether users reach the service over https. */
  readonly secure: boolean;
}

/** Values of Set-Cookie, in this order. */
export type Cookies = readonly string[];

/** Over https, the `__Host-` prefix makes browsers enforce: this host only, all paths, https only. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

/** A Set-Cookie value that scripts cannot read and other sites cannot send. */
export const setCookie = (name: string, value: string, seconds: number, secure: boolean): string =>
  `${nameOf(name, secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Lax`;

/** The value of the cookie in the header; empty if there is none. */
export function readCookie(header: string, name: string, secure: boolean): string {
  const prefix = `${nameOf(name, secure)}=`;
  const pair = header.split(/; */).find((each) => each.startsWith(prefix));
  return pair?.slice(prefix.length) ?? '';
}

export const macOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Whether a value was signed with the secret or the fallback. */
export const isSigned = (
  { secret, fallbackSecret }: CookieSigning,
  value: string,
  signedWith: (secret: string) => string,
): boolean =>
  isSame(value, signedWith(secret)) ||
  (fallbackSecret !== undefined && isSame(value, signedWith(fallbackSecret)));

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
