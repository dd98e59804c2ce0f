import { VECTOR_MODEL } from '@facet/engine';
import { GalleryReader } from '@facet/gallery/internals';
import { quote, ServiceError } from '../errors.js';
import type { ImportedPerson } from './import-people.js';
import type { PersonFields } from './people.js';

/** Checks what a caller chose: ids, the fields of a person, vectors. Throws if they cannot be stored. */
export interface ImportRules {
  readonly isId: (id: string) => boolean;
  /** Null for somebody who has expired. */
  readonly fieldsOf: (meta: unknown) => PersonFields | null;
  readonly hasNorm: (vector: Float32Array) => boolean;
}

const badFile = (why: string, cause?: unknown): ServiceError =>
  new ServiceError('gallery-file', why, {}, { cause });

interface Gathered {
  fields: PersonFields;
  readonly vectors: Float32Array[];
}

/** Reads a gallery file as it arrives, and gives out the people in it a few at a time. */
export class ImportReader {
  readonly #reader: GalleryReader;
  readonly #ids = new Set<string>();
  /** They are left out: somebody with the same id may have been given more time since. */
  readonly #expired = new Set<string>();
  #people = new Map<string, Gathered>();
  #vectors = 0;
  #pending = 0;

  constructor(private readonly rules: ImportRules) {
    this.#reader = new GalleryReader({
      settle: (model) => {
        if (model === VECTOR_MODEL) return;
        throw new ServiceError(
          'other-model',
          `The vectors in the file were made by the model ${quote(model)}, but the service uses ${VECTOR_MODEL}; enrol the photos again.`,
          { model: VECTOR_MODEL },
        );
      },
      add: (id, vector, meta) => {
        this.#add(id, vector, meta);
      },
      counts: () => ({ people: this.#ids.size, vectors: this.#vectors }),
    });
  }

  /** People read so far. */
  get people(): number {
    return this.#ids.size;
  }

  /** Vectors that were read and not yet taken. */
  get pending(): number {
    return this.#pending;
  }

  push(bytes: Uint8Array): void {
    this.#read(() => {
      this.#reader.push(bytes);
    });
  }

  /** Checks that the file was complete. */
  end(): void {
    this.#read(() => {
      this.#reader.end();
    });
  }

  take(): ImportedPerson[] {
    const people = [...this.#people].map(([id, gathered]) => ({ id, ...gathered }));
    this.#people = new Map();
    this.#pending = 0;
    return people;
  }

  #read(work: () => void): void {
    try {
      work();
    } catch (error) {
      // A GalleryError, whose message says what is wrong with the file.
      throw error instanceof ServiceError || !(error instanceof Error)
        ? error
        : badFile(error.message, error);
    }
  }

  #add(id: string, vector: Float32Array, meta: string | undefined): void {
    if (!this.rules.isId(id))
      throw badFile(
        `The file has the id ${quote(id)}; ids of a collection are 1 to 64 letters, digits, dots, hyphens or underscores.`,
      );
    if (!this.rules.hasNorm(vector))
      throw badFile(`A vector of ${quote(id)} was changed, or made by another service.`);
    this.#ids.add(id);
    this.#vectors++;
    const fields = meta === undefined ? {} : this.rules.fieldsOf(JSON.parse(meta));
    if (fields === null) this.#expired.add(id);
    if (fields === null || this.#expired.has(id)) return;
    const person = this.#people.get(id) ?? { fields, vectors: [] };
    if (meta !== undefined) person.fields = fields;
    person.vectors.push(vector.slice());
    this.#people.set(id, person);
    this.#pending++;
  }
}
