import { smallPhoto } from '../../resilience/shared/photos.js';
import type { Envelope } from '../../resilience/shared/service.js';
import { UPSTREAM_HEADER } from './nginx.js';

/** Longer than the deadline of the servers and of nginx: whatever they say is heard. */
const TIMEOUT_MS = 60_000;

export interface ServiceResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers: Headers;
  /** The servers that nginx tried, as ports. */
  readonly tried: readonly number[];
}

/** The ports in nginx's list of addresses; what is no server (its own name for all of them) is left out. */
const portsIn = (upstreams: string): number[] =>
  upstreams
    .split(/[ ,]+/)
    .map((address) => Number(/:(\d+)$/.exec(address)?.[1]))
    .filter((port) => port > 0);

export type Photo = Blob;

export const makePhoto = async (width = 320): Promise<Photo> =>
  new Blob([Uint8Array.from(await smallPhoto(width))]);

/** A real call: a photo in, a vector out. */
export async function call(
  url: string,
  photo: Photo,
  headers: Readonly<Record<string, string>>,
): Promise<ServiceResponse> {
  const body = new FormData();
  body.append('img', photo, 'photo.jpg');
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${url}/get_face_vec`, { method: 'POST', headers, body, signal });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    tried: portsIn(response.headers.get(UPSTREAM_HEADER) ?? ''),
    ...codeIn(text),
  };
}

function codeIn(text: string): { code: string; message: string } {
  try {
    const { code, message } = JSON.parse(text) as Envelope;
    return { code, message };
  } catch {
    return { code: 'no envelope', message: text.slice(0, 200) };
  }
}

/** How often each value occurs. */
export function tally<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
