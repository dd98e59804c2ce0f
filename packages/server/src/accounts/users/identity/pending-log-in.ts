import { z } from 'zod';
import { isSigned, macOf, readCookie, setCookie, type CookieSigning } from '../cookies.js';
import type { LogInChecks } from './provider.js';

const NAME = 'facet_identity';
/** For logging in at the provider, with a second factor. */
const SECONDS = 15 * 60;

const Checks = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** A signed cookie with which only the browser that began a log-in can complete it. */
export function pendingCookie({ secret, secure }: CookieSigning, checks: LogInChecks, now: number): string {
  const text = Buffer.from(JSON.stringify(checks)).toString('base64url');
  const issued = String(Math.floor(now / 1000));
  return setCookie(NAME, `${text}.${issued}.${signature(secret, text, issued)}`, SECONDS, secure);
}

export const endPendingCookie = ({ secure }: CookieSigning): string => setCookie(NAME, '', 0, secure);

/** Null without a valid cookie of the last minutes. */
export function pendingLogIn(signing: CookieSigning, cookies: string, now: number): LogInChecks | null {
  const [text = '', issued = '', mac = ''] = readCookie(cookies, NAME, signing.secure).split('.');
  if (!isSigned(signing, mac, (secret) => signature(secret, text, issued))) return null;
  if (Math.abs(now / 1000 - Number(issued)) > SECONDS) return null;
  return Checks.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

const signature = (secret: string, text: string, issued: string): string =>
  macOf(secret, `identity log-in\n${text}\n${issued}`);
