import { shellQuote } from '../playground/code/shell-quote.js';
import type { Content, Operation, Route } from './openapi.js';

/** A call of the operation that works as it is, except for the names of the photos. */
export function curlExample({ method, path, operation }: Route, base: string, userId: string): string {
  const lines = [`curl ${shellQuote(base + path)}`];
  if (method !== 'GET' && operation.requestBody === undefined) lines.push(`-X ${method}`);
  if (takesUserId(operation)) lines.push(`-H ${shellQuote(`user_id: ${userId}`)}`);
  if (takesSession(operation)) lines.push('-b cookies.txt');
  lines.push(...bodyOf(operation));
  return lines.join(' \\\n  ');
}

export const takesUserId = ({ security = [] }: Operation): boolean =>
  security.some((each) => 'userId' in each);

export const takesSession = ({ security = [] }: Operation): boolean =>
  security.some((each) => 'session' in each);

function bodyOf({ requestBody }: Operation): string[] {
  const content: Readonly<Record<string, Content | undefined>> = requestBody?.content ?? {};
  const { 'multipart/form-data': form, 'application/json': json } = content;
  const files = Object.entries(form?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  if (files.length > 0)
    return files.map(([name], n) => `-F ${shellQuote(`${name}=@photo${files.length > 1 ? n + 1 : ''}.jpg`)}`);
  if (json === undefined) return [];
  const [example] = Object.values(json.examples ?? {});
  return ["-H 'content-type: application/json'", `-d ${shellQuote(JSON.stringify(example?.value ?? {}))}`];
}
