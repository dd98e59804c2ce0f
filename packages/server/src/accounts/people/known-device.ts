import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const DAYS = 180;
const ID = /^[\w-]{16,64}$/;

/** The name of the cookie; over https the name itself binds it to this host. */
const cookieName = (secure: boolean): string => (secure ? '__Host-facet_device' : 'facet_device');

export interface DeviceSigning {
  readonly secret: string;
  /** Whether people reach the service over https. */
  readonly secure: boolean;
}

/**
 * A cookie that says: with this browser somebody has logged in as this person before. Guesses from elsewhere do not slow
 * such a browser down. It opens nothing: without the password it is worth no more than attempts of its own.
 */
export function deviceCookie({ secret, secure }: DeviceSigning, email: string): string {
  const id = randomBytes(16).toString('base64url');
  return setCookie(secure, `${id}.${macOf(secret, id, email)}`, DAYS * 86_400);
}

/** Takes it from the browser of somebody whose account is gone. */
export const forgetDeviceCookie = ({ secure }: DeviceSigning): string => setCookie(secure, '', 0);

const setCookie = (secure: boolean, value: string, seconds: number): string =>
  `${cookieName(secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

/** The id of a browser in which this person has logged in before; null for any other. */
export function knownDevice(
  { secret, secure }: DeviceSigning,
  cookies: string,
  email: string,
): string | null {
  const prefix = `${cookieName(secure)}=`;
  const cookie = cookies.split(/; */).find((each) => each.startsWith(prefix));
  const [id = '', mac = ''] = cookie?.slice(prefix.length).split('.') ?? [];
  if (!ID.test(id)) return null;
  const expected = Buffer.from(macOf(secret, id, email));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

const macOf = (secret: string, id: string, email: string): string =>
  createHmac('sha256', secret).update(`known device\n${id}\n${email}`).digest('base64url');
