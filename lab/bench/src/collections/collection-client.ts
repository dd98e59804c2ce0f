import { VECTOR_MODEL } from '@facet/engine';
import { Gallery } from '@facet/gallery';
import { Agent, request } from 'undici';

/** The fewest calls that a collection needs, over one connection. */
export class CollectionClient {
  readonly #agent = new Agent({ connections: 1, pipelining: 1, bodyTimeout: 0, headersTimeout: 0 });

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  async create(collection: string): Promise<void> {
    await this.#send('PUT', collection);
  }

  /** One request; at most as much as a body may have. */
  async import(collection: string, faces: Iterable<readonly [string, Float32Array]>): Promise<number> {
    const gallery = new Gallery({ model: VECTOR_MODEL });
    for (const [person, vector] of faces) gallery.enrol(person, vector);
    return this.importFile(collection, gallery.save());
  }

  /** The milliseconds that it took. */
  async importFile(collection: string, bytes: Uint8Array): Promise<number> {
    const began = performance.now();
    await this.#send('POST', `${collection}/import`, 'application/octet-stream', Buffer.from(bytes));
    return performance.now() - began;
  }

  /** The people found, nearest first, and the milliseconds until the response was there. */
  async search(
    collection: string,
    vector: Float32Array,
  ): Promise<{ readonly people: readonly string[]; readonly threshold: number; readonly ms: number }> {
    const body = Buffer.from(JSON.stringify({ vec: Array.from(vector) }));
    const began = performance.now();
    const data = (await this.#send('POST', `${collection}/search`, 'application/json', body)) as {
      faces: { matches: { person: string }[] }[];
      threshold: number;
    };
    const people = (data.faces[0]?.matches ?? []).map(({ person }) => person);
    return { ms: performance.now() - began, people, threshold: data.threshold };
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }

  async #send(
    method: 'PUT' | 'POST',
    path: string,
    type = 'application/json',
    body?: Buffer,
  ): Promise<unknown> {
    const { statusCode, body: response } = await request(`${this.url}/collections/${path}`, {
      method,
      dispatcher: this.#agent,
      headers: { user_id: this.apiKey, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: unknown }).data;
  }
}
