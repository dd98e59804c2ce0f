import { createReadStream } from 'node:fs';
import { open, stat, truncate, type FileHandle } from 'node:fs/promises';
import { UsageError } from '../shell.js';
import type { Fingerprint } from '../photos/photo.js';

/** What the results in a journal depend on; a journal of anything else is rejected. */
export interface JournalTopic {
  readonly version: string;
  readonly results: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

interface Entry extends Fingerprint {
  readonly result: unknown;
}

interface Place {
  readonly bytes: number;
  readonly modified: number;
  readonly offset: number;
  readonly length: number;
}

const NEWLINE = 0x0a;
/** A result has a few kilobytes; a longer line was not written by this program. */
const MAX_LINE = 16 * 1024 * 1024;

/**
 * The results of a run, each written to disk as soon as it is there, so that nothing is computed twice after Ctrl-C or a
 * crash. JSON lines: first the topic, then one result per line. Only the positions of the lines are kept in memory.
 */
export class Journal<Result> {
  readonly #file: FileHandle;
  readonly #places: Map<string, Place>;
  #end: number;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, places: Map<string, Place>, end: number) {
    this.#file = file;
    this.#places = places;
    this.#end = end;
  }

  static async open<Result>(path: string, topic: JournalTopic): Promise<Journal<Result>> {
    const head = Buffer.from(`${JSON.stringify({ facet: 'journal', ...topic })}\n`);
    const { places, end } = await readPlaces(path, head);
    // What follows the last complete line was being written when the run ended.
    if (end > 0) await truncate(path, end);
    const file = await open(path, end > 0 ? 'r+' : 'w+', 0o600);
    if (end === 0) await file.write(head, 0, head.length, 0);
    return new Journal<Result>(file, places, Math.max(end, head.length));
  }

  get size(): number {
    return this.#places.size;
  }

  /** The result of this very photo, unless the file has changed since. */
  async find({ photo, bytes, modified }: Fingerprint): Promise<Result | undefined> {
    const place = this.#places.get(photo);
    if (place?.bytes !== bytes || place.modified !== modified) return undefined;
    const line = Buffer.alloc(place.length);
    await this.#file.read(line, 0, place.length, place.offset);
    return (JSON.parse(line.toString()) as Entry).result as Result;
  }

  /** Resolves when the operating system has the data, which a crash of this process cannot lose any more. */
  add(of: Fingerprint, result: Result): Promise<void> {
    const line = Buffer.from(`${JSON.stringify({ ...of, result })}\n`);
    const offset = this.#end;
    this.#end += line.length;
    this.#writing = this.#writing.then(async () => {
      await this.#file.write(line, 0, line.length, offset);
      this.#places.set(of.photo, {
        bytes: of.bytes,
        modified: of.modified,
        offset,
        length: line.length - 1,
      });
    });
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.sync();
    await this.#file.close();
  }
}

/** The position of each complete line, and the end of the last one. */
async function readPlaces(path: string, head: Buffer): Promise<{ places: Map<string, Place>; end: number }> {
  const places = new Map<string, Place>();
  const facts = await stat(path).catch(() => null);
  if (facts === null || facts.size === 0) return { places, end: 0 };
  let end = 0;
  for await (const line of linesOf(path)) {
    if (end === 0) checkHead(path, line, head);
    else {
      const entry = entryOf(path, line);
      places.set(entry.photo, {
        bytes: entry.bytes,
        modified: entry.modified,
        offset: end,
        length: line.length,
      });
    }
    end += line.length + 1;
  }
  if (end === 0) throw notOurs(path);
  return { places, end };
}

async function* linesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let from = 0;
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let to = text.indexOf(NEWLINE); to !== -1; to = text.indexOf(NEWLINE, from)) {
      yield text.subarray(from, to);
      from = to + 1;
    }
    rest = text.subarray(from);
    if (rest.length > MAX_LINE) throw notOurs(path);
  }
}

function checkHead(path: string, line: Buffer, head: Buffer): void {
  if (line.equals(head.subarray(0, -1))) return;
  let was: unknown;
  try {
    was = JSON.parse(line.toString());
  } catch {
    throw notOurs(path);
  }
  const isJournal = typeof was === 'object' && was !== null && 'facet' in was && was.facet === 'journal';
  if (!isJournal) throw notOurs(path);
  throw new UsageError(
    `The journal ${path} belongs to another run: ${line.toString()}. Repeat that run, or name another file.`,
  );
}

function entryOf(path: string, line: Buffer): Entry {
  try {
    return JSON.parse(line.toString()) as Entry;
  } catch {
    throw notOurs(path);
  }
}

const notOurs = (path: string): UsageError =>
  new UsageError(`${path} is not a journal of Facet, or it is damaged; name another file or remove it.`);
