import { randomBytes } from 'node:crypto';
import { isSigned, macOf, readCookie, setCookie, type CookieSigning } from './cookies.js';
import type { StoredPassword } from './user-store.js';

const NAME = 'facet_device';
const SECONDS = 180 * 86_400;
const ID = /^[\w-]{16,64}$/;
const ISSUED = /^[\da-z]{1,9}$/;

/** Signed for when nobody has the address, so that the look-up costs the same. */
const NOBODY: StoredPassword = { userId: '', hash: '' };

/**
 * A cookie that marks a browser in which this user has logged in before. Guesses from elsewhere do not slow it down.
 * It grants no access: without the password, it only gives the browser its own attempts. It is worthless once the
 * password has changed: whoever logged in with the old one may be a stranger. A known browser keeps its id, so that
 * logging in again gives it no further attempts.
 */
export function deviceCookie(
  { secret, secure }: CookieSigning,
  {
    known,
    owner,
    now,
  }: { readonly known?: string | null; readonly owner: StoredPassword; readonly now: number },
): string {
  const device = known ?? randomBytes(16).toString('base64url');
  const issued = Math.floor(now / 1000).toString(36);
  return setCookie(NAME, `${device}.${issued}.${signature(secret, device, issued, owner)}`, SECONDS, secure);
}

/** Deletes the cookie, when the account is deleted. */
export const forgetDeviceCookie = ({ secure }: CookieSigning): string => setCookie(NAME, '', 0, secure);

/** The id of a browser in which this user has logged in with this password; null for any other. */
export function knownDevice(
  signing: CookieSigning,
  cookies: string,
  owner: StoredPassword | null,
  now: number,
): string | null {
  const [device = '', issued = '', mac = ''] = readCookie(cookies, NAME, signing.secure).split('.');
  if (!ID.test(device) || !ISSUED.test(issued)) return null;
  const signed = isSigned(signing, mac, (secret) => signature(secret, device, issued, owner ?? NOBODY));
  // The browser's expiry binds only browsers. The distance, because the clock may have been set back.
  const isCurrent = Math.abs(now / 1000 - Number.parseInt(issued, 36)) <= SECONDS;
  return signed && isCurrent && owner !== null ? device : null;
}

const signature = (
  secret: string,
  device: string,
  issued: string,
  { userId, hash }: StoredPassword,
): string => macOf(secret, `known device\n${device}\n${issued}\n${userId}\n${hash}`);
