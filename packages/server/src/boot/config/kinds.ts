import { z } from 'zod';
import { parseAllowList } from '../../images/index.js';
import type { Claim } from '../../accounts/index.js';

type Kind<T> = z.ZodPipe<z.ZodString, z.ZodTransform<T, string>>;

/** A type of setting, parsed from the text of a variable; `mustBe` completes "NAME must be …". */
function kind<T>(mustBe: string, read: (text: string) => T | undefined): Kind<T> {
  return z.string().transform((text, context) => {
    const value = read(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: mustBe });
    return z.NEVER;
  });
}

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const readInteger = (text: string, min: number, max: number): number | undefined => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
};

/** All items parsed, or undefined if one is invalid. */
function readAll<T>(texts: readonly string[], read: (text: string) => T | undefined): T[] | undefined {
  const values = texts.map(read).filter((value) => value !== undefined);
  return values.length === texts.length ? values : undefined;
}

export const text = (): Kind<string> => kind('a text', (value) => value);

export const integer = (min: number, max: number): Kind<number> =>
  kind(`a whole number from ${min} to ${max}`, (value) => readInteger(value, min, max));

export const choice = <const Value extends string>(...values: readonly Value[]): Kind<Value> =>
  kind(`one of ${values.join(', ')}`, (value) => values.find((candidate) => candidate === value));

export const flag = (): Kind<boolean> =>
  kind('1 or 0', (value) => (value === '1' ? true : value === '0' ? false : undefined));

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+\/?$/i;

/** An origin as browsers send it. */
function origin(text: string): string | undefined {
  if (text === '*') return text;
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined;
  const known = new URL(text).origin;
  // For custom schemes of apps, the URL standard defines no origin.
  return known === 'null' ? text.replace(/\/$/, '') : known;
}

export const originList = (): Kind<string[]> =>
  kind('a list of origins such as https://app.example, joined by commas, or *', (value) =>
    readAll(items(value), origin),
  );

export const listOf = <const Value extends string>(...values: readonly Value[]): Kind<Value[]> =>
  kind(`a list of ${values.join(', ')}, joined by commas`, (value) => {
    const chosen = readAll(items(value), (item) => values.find((candidate) => candidate === item));
    return chosen?.length === 0 ? undefined : chosen;
  });

export const portList = (): Kind<number[]> =>
  kind('a list of ports (1 to 65535) joined by commas', (value) =>
    readAll(items(value), (item) => readInteger(item, 1, 65_535)),
  );

export const allowList = (): Kind<string[]> =>
  kind('a list of hosts, addresses or networks, joined by commas', (value) => {
    try {
      parseAllowList(items(value));
      return items(value);
    } catch {
      return undefined;
    }
  });

const isNetwork = (entry: string): boolean => {
  try {
    return parseAllowList([entry]).hasNetworks;
  } catch {
    return false;
  }
};

export const networkList = (): Kind<string[]> =>
  kind('a list of addresses or networks such as 192.168.1.0/24, joined by commas', (value) =>
    readAll(items(value), (item) => (isNetwork(item) ? item : undefined)),
  );

const urlOf = (schemes: readonly string[], text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && schemes.includes(url.protocol) && url.hostname !== '' ? url : undefined;
};

export const postgresUrl = (): Kind<string> =>
  kind('an address such as postgres://name:password@host:5432/database', (value) =>
    urlOf(['postgres:', 'postgresql:'], value) === undefined ? undefined : value,
  );

export const smtpUrl = (): Kind<string> =>
  kind('an address such as smtps://name:password@host:465', (value) =>
    urlOf(['smtp:', 'smtps:'], value) === undefined ? undefined : value,
  );

export const webOrigin = (): Kind<string> =>
  kind('an address without a path, such as https://faces.example', (value) => {
    const url = urlOf(['http:', 'https:'], value);
    return url?.pathname === '/' && url.search === '' && url.username === '' ? url.origin : undefined;
  });

export const mailAddress = (): Kind<string> =>
  kind('an email address, or a name with one: Facet <no-reply@faces.example>', (value) =>
    /^(?:[^<>\r\n]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(value) ? value : undefined,
  );

export const httpUrl = (): Kind<string> =>
  kind('an address such as http://127.0.0.1:4318', (value) =>
    urlOf(['http:', 'https:'], value) === undefined ? undefined : value,
  );

/** Plain http only on this machine: tokens would cross the network in clear text. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const issuerUrl = (): Kind<string> =>
  kind('an https address such as https://login.example/realms/staff', (value) => {
    const url = urlOf(['http:', 'https:'], value);
    if (url?.search !== '' || url.hash !== '' || url.username !== '') return undefined;
    return url.protocol === 'https:' || LOOPBACK.includes(url.hostname) ? value : undefined;
  });

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;

export const domainList = (): Kind<string[]> =>
  kind('a list of domains such as example.org, joined by commas', (value) =>
    readAll(items(value.toLowerCase()), (item) => (DOMAIN.test(item) ? item : undefined)),
  );

export const scopeList = (): Kind<string[]> =>
  kind('a list of scopes with openid, joined by commas', (value) => {
    const scopes = readAll(items(value), (item) =>
      /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(item) ? item : undefined,
    );
    return scopes?.includes('openid') === true ? scopes : undefined;
  });

export const claim = (): Kind<Claim> =>
  kind('a claim and its value, such as groups=facet-admins', (text) => {
    const [, name, value] = /^([^\s=]{1,200})=(\S.{0,199})$/.exec(text) ?? [];
    return name === undefined || value === undefined ? undefined : { name, value };
  });

const PAIR = /^([^\s=]+)\s*=\s*([^\s"\\;]*)$/;

/** Comma-separated name=value pairs with percent-encoded values, as OpenTelemetry defines them. */
function pair(text: string): [string, string] | undefined {
  const [, name, value] = PAIR.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return undefined;
  }
}

export const pairs = (): Kind<Readonly<Record<string, string>>> =>
  kind('a list of name=value, joined by commas, with percent-encoded values', (value) => {
    const read = readAll(items(value), pair);
    return read && Object.fromEntries(read);
  });

export const share = (): Kind<number> =>
  kind('a number from 0 to 1', (value) =>
    /^(?:0?\.\d{1,15}|1\.0{1,15}|[01])$/.test(value) ? Number(value) : undefined,
  );

/** `true` or `false` in any case, as OpenTelemetry defines it. */
export const trueOrFalse = (): Kind<boolean> =>
  kind('true or false', (value) => {
    const small = value.toLowerCase();
    return small === 'true' ? true : small === 'false' ? false : undefined;
  });

export const secret = (): Kind<string> =>
  kind('a secret of at least 32 characters', (value) => (value.length >= 32 ? value : undefined));

/** An API key chosen by the operator; long enough not to be guessed by accident. */
const API_KEY = /^[\w.-]{8,128}$/;

export const apiKey = (): Kind<string> =>
  kind('an API key of 8 to 128 letters, digits and the characters _ - .', (value) =>
    API_KEY.test(value) ? value : undefined,
  );
