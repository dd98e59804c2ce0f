import { searchThreshold } from '@facet/gallery/search';
import { ServiceError } from '../errors.js';
import {
  collectionOf,
  lockCollections,
  lockedCollection,
  type CollectionParts,
  type CollectionRow,
} from './collection-rows.js';
import { RepeatedWork } from '../work/repeated-work.js';
import { requireRoom, useOf, type CollectionUse, type Owner } from './collection-limits.js';
import { Deletions } from './deletions.js';
import { discardCollections } from '../accounts/index.js';
import { Faces } from './faces.js';
import { ListedFaces } from './listed-faces.js';
import { People } from './people.js';

/** Deleted and expired data is removed this often. */
const SWEEP_EVERY_MS = 20_000;
/** And from where no query finds it: in two attempts at most, so within a minute of the deletion. */
const FORGET_EVERY_MS = 15_000;

/** People and their faces that the service keeps for accounts. */
export class Collections {
  readonly people: People;
  readonly faces: Faces;
  readonly listedFaces: ListedFaces;
  readonly #sweeping: RepeatedWork;
  readonly #forgetting: RepeatedWork;

  constructor(
    readonly parts: CollectionParts,
    onFault: (message: string, cause: unknown) => void,
  ) {
    this.people = new People(parts);
    this.faces = new Faces(parts);
    this.listedFaces = new ListedFaces(parts);
    const deletions = new Deletions(parts);
    const report = (cause: unknown): void => {
      onFault('Expired people or deleted collections could not be removed.', cause);
    };
    this.#sweeping = new RepeatedWork(() => deletions.sweep(), report);
    this.#forgetting = new RepeatedWork(() => parts.store.forget(), report);
  }

  async list(
    accountId: string,
  ): Promise<{ readonly collections: CollectionRow[]; readonly used: CollectionUse }> {
    return this.parts.database.db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('collection')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute();
      const collections = rows.map((row) => ({ ...row, id: row.id ?? '' }));
      return { collections, used: await useOf(tx, accountId) };
    });
  }

  find(accountId: string, id: string): Promise<CollectionRow> {
    return collectionOf(this.parts.database.db, accountId, id);
  }

  /** Whether any account has faces here; for the operator, who has turned collections off. */
  async holdsFaces(): Promise<boolean> {
    const { db } = this.parts.database;
    return (
      (await db.selectFrom('collection').select('number').where('faces', '>', 0).executeTakeFirst()) !==
      undefined
    );
  }

  /** Creates the collection if it does not exist. */
  async put(owner: Owner, id: string): Promise<CollectionRow> {
    const { accountId } = owner;
    return this.parts.database.db.transaction().execute(async (tx) => {
      await lockCollections(this.parts.database, tx, accountId);
      try {
        return await collectionOf(tx, accountId, id);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
      await requireRoom(tx, owner, { collections: 1 });
      const values = { account_id: accountId, id, created_at: this.parts.now() };
      const row = await tx.insertInto('collection').values(values).returningAll().executeTakeFirstOrThrow();
      return { ...row, id };
    });
  }

  async delete(accountId: string, id: string): Promise<CollectionRow> {
    const { database, now } = this.parts;
    const deleted = await database.db.transaction().execute(async (tx) => {
      const row = await lockedCollection(this.parts, tx, accountId, id);
      if (!(await discardCollections(tx, accountId, id, now()))) throw new ServiceError('unknown-collection');
      return row;
    });
    void this.sweep();
    return deleted;
  }

  /** Begins to delete what has expired, at intervals. */
  start(): void {
    void this.sweep();
    this.#sweeping.start(SWEEP_EVERY_MS);
    this.#forgetting.start(FORGET_EVERY_MS);
  }

  /** Deletes what has expired; a failure is reported, and the next run tries again. Runs never overlap. */
  sweep(): Promise<void> {
    return this.#sweeping.run();
  }

  async close(): Promise<void> {
    await this.#sweeping.stop();
    await this.#forgetting.stop();
    await this.parts.store.close();
  }
}

/** How near a face must be for its person to be identified in a collection of this size. */
export const thresholdOf = ({ faces }: Pick<CollectionRow, 'faces'>): number =>
  searchThreshold({ vectors: faces, model: undefined }).threshold;
