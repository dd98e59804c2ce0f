import { randomBytes } from 'node:crypto';
import { isSame, macOf, readCookie, setCookie, type CookieSigning } from './cookies.js';

const NAME = 'facet_device';
const DAYS = 180;
const ID = /^[\w-]{16,64}$/;

/**
 * A cookie that marks a browser in which this person has logged in before. Guesses from elsewhere do not slow it down.
 * It grants no access: without the password, it only gives the browser its own attempts.
 */
export function deviceCookie({ secret, secure }: CookieSigning, email: string): string {
  const id = randomBytes(16).toString('base64url');
  return setCookie(NAME, `${id}.${signature(secret, id, email)}`, DAYS * 86_400, secure);
}

/** Deletes the cookie, when the account is deleted. */
export const forgetDeviceCookie = ({ secure }: CookieSigning): string => setCookie(NAME, '', 0, secure);

/** The id of a browser in which this person has logged in before; null for any other. */
export function knownDevice(
  { secret, secure }: CookieSigning,
  cookies: string,
  email: string,
): string | null {
  const [id = '', mac = ''] = readCookie(cookies, NAME, secure).split('.');
  return ID.test(id) && isSame(mac, signature(secret, id, email)) ? id : null;
}

const signature = (secret: string, id: string, email: string): string =>
  macOf(secret, `known device\n${id}\n${email}`, 'base64url');
