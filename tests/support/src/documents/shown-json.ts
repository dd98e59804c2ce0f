import { sameDecimal, samePixel, sameText } from './measured.js';

/** JSON as documents show it: `…` in an object or a list says that more follows there. */
export type ShownJson =
  | { readonly kind: 'plain'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly ShownJson[]; readonly more: boolean }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, ShownJson>; readonly more: boolean };

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\]:,…]/y;

/** Reads such JSON; what is neither JSON nor `…` is an error. */
export function parseShownJson(text: string): ShownJson {
  const tokens: string[] = [];
  for (let rest = text.trim(); rest !== '';) {
    TOKEN.lastIndex = 0;
    const [token] = TOKEN.exec(rest) ?? [];
    if (token === undefined) throw new Error(`This is not JSON: ${rest.slice(0, 40)}`);
    tokens.push(token);
    rest = rest.slice(token.length).trimStart();
  }
  const reader = { next: 0 };
  const value = readValue(tokens, reader);
  if (reader.next < tokens.length) throw new Error(`More follows the JSON: ${tokens[reader.next] ?? ''}`);
  return value;
}

interface Reader {
  next: number;
}

function readValue(tokens: readonly string[], reader: Reader): ShownJson {
  const token = take(tokens, reader);
  if (token === '[') {
    const items: ShownJson[] = [];
    const more = readMembers(tokens, reader, ']', () => items.push(readValue(tokens, reader)));
    return { kind: 'list', items, more };
  }
  if (token === '{') {
    const fields = new Map<string, ShownJson>();
    const more = readMembers(tokens, reader, '}', () => {
      const name = JSON.parse(take(tokens, reader)) as string;
      if (take(tokens, reader) !== ':') throw new Error(`After ${name} a colon is missing.`);
      fields.set(name, readValue(tokens, reader));
    });
    return { kind: 'object', fields, more };
  }
  return { kind: 'plain', value: JSON.parse(token) as string | number | boolean | null };
}

/** Reads up to the end of a list or an object, and says whether something was left out. */
function readMembers(tokens: readonly string[], reader: Reader, end: string, read: () => void): boolean {
  let more = false;
  while (tokens[reader.next] !== end) {
    if (tokens[reader.next] === '…') {
      more = true;
      reader.next += 1;
    } else read();
    if (tokens[reader.next] === ',') reader.next += 1;
  }
  reader.next += 1;
  return more;
}

function take(tokens: readonly string[], reader: Reader): string {
  const token = tokens[reader.next];
  if (token === undefined) throw new Error('The JSON ends early.');
  reader.next += 1;
  return token;
}

/**
 * Where a response is not the one that a document shows. Names and their order, lengths, words and types must be the
 * same; measured numbers may differ a little, because processors round differently.
 */
export function differences(shown: ShownJson, real: unknown, path = 'answer'): string[] {
  if (shown.kind === 'list') {
    if (!Array.isArray(real)) return [`${path} is no list`];
    const items: readonly unknown[] = real;
    const length =
      shown.more || items.length === shown.items.length ? [] : [`${path} has ${items.length} elements`];
    return [...length, ...shown.items.flatMap((item, n) => differences(item, items[n], `${path}[${n}]`))];
  }
  if (shown.kind === 'object') {
    if (typeof real !== 'object' || real === null || Array.isArray(real)) return [`${path} is no object`];
    const names = Object.keys(real);
    const wanted = [...shown.fields.keys()];
    const kept = shown.more ? names.filter((name) => shown.fields.has(name)) : names;
    const same = kept.join() === wanted.join() ? [] : [`${path} has the fields ${names.join(', ')}`];
    const fields = new Map(Object.entries(real));
    return [
      ...same,
      ...[...shown.fields].flatMap(([name, value]) =>
        differences(value, fields.get(name), `${path}.${name}`),
      ),
    ];
  }
  return plainDifferences(shown.value, real, path);
}

const COORDINATE = /(?:face_rectangle(?:_\d)?\[\d\]|\.[xy])$/;

function plainDifferences(shown: string | number | boolean | null, real: unknown, path: string): string[] {
  return shown === real || sameMeasure(shown, real, path)
    ? []
    : [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`];
}

function sameMeasure(shown: unknown, real: unknown, path: string): boolean {
  if (typeof shown === 'string' && typeof real === 'string')
    return /\d\.\d/.test(shown) && sameText(shown, real);
  if (typeof shown !== 'number' || typeof real !== 'number' || path.endsWith('.threshold')) return false;
  if (COORDINATE.test(path)) return samePixel(shown, real);
  return !Number.isInteger(shown) && sameDecimal(shown, real);
}
