import type { Engine, EngineLoad } from '@facet/engine';
import { withDeadline } from '../deadline.js';
import { ServiceError } from '../errors.js';
import type { ReadinessCheck } from './readiness.js';

/** Where requests get the engine from while it may still be loading. */
export interface EngineSource {
  /** The engine, as soon as it is ready; the error `overloaded` when that takes longer than the patience. */
  ready(ends: AbortSignal, patienceMs: number): Promise<Engine>;
  /** Threads of the engine that live; none while it loads. */
  liveWorkers(): number;
}

/** Calls that may wait for the end of the start; their bodies are not read yet. */
const MAX_WAITING = 256;

/**
 * Holds the engine that opens in the background, so that the service can already say that it is alive. Calls that come
 * meanwhile wait: a balancer that does not ask for readiness would take a server that refuses them at once for the
 * idlest of all, and send it everything.
 */
export class EngineHolder implements EngineSource {
  readonly #opener: () => Promise<Engine>;
  #opened: Promise<void> | null = null;
  #loaded: Engine | null = null;
  #warm = false;
  #waiting = 0;

  constructor(opener: () => Promise<Engine>) {
    this.#opener = opener;
  }

  /** Resolves when the models are loaded and have made one real inference. */
  open(): Promise<void> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  async #load(): Promise<void> {
    this.#loaded = await this.#opener();
    await warmUp(this.#loaded);
    this.#warm = true;
  }

  async ready(ends: AbortSignal, patienceMs: number): Promise<Engine> {
    const opened = this.#opened;
    if (!this.#warm && opened !== null && this.#waiting < MAX_WAITING) {
      this.#waiting += 1;
      try {
        await withDeadline(ends, patienceMs, stillLoading, () => opened);
      } catch {
        ends.throwIfAborted();
      } finally {
        this.#waiting -= 1;
      }
    }
    if (this.#loaded !== null && this.#warm) return this.#loaded;
    throw stillLoading();
  }

  liveWorkers(): number {
    return this.#loaded?.load().workers ?? 0;
  }

  get checks(): ReadinessCheck[] {
    return [
      { name: 'models', isReady: () => this.#loaded !== null },
      { name: 'inference', isReady: () => this.#warm },
      { name: 'workers', isReady: () => this.#loaded !== null && canWork(this.#loaded.load()) },
    ];
  }

  async close(): Promise<void> {
    await this.#opened?.catch(() => undefined);
    await this.#loaded?.close();
  }
}

const stillLoading = (): ServiceError =>
  new ServiceError(
    'overloaded',
    'The models are still loading; try again shortly.',
    {},
    { because: 'starting' },
  );

/**
 * The engine gives up when its threads die faster than they can be replaced. Where every thread is stuck in work that
 * nobody waits for any more, calls had better go elsewhere until one is free or replaced.
 */
const canWork = ({ broken, overdue, workers }: EngineLoad): boolean =>
  !broken && (overdue === 0 || overdue < workers);

/** A small picture of a colour gradient: no face, and enough for every net to run once. */
const PICTURE =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjsh' +
  'ITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABgAGADASIAAhEBAxEB/8QAFwABAQEB' +
  'AAAAAAAAAAAAAAAAAgEFBv/EABUQAQEAAAAAAAAAAAAAAAAAAAEA/8QAFwEBAQEBAAAAAAAAAAAAAAAAAwIGBf/EABYRAQEBAAAAAAAAAAAAAAAA' +
  'AAEAAv/aAAwDAQACEQMRAD8A5QJBIJBdZaMsQkEgkFCzZYhIJBUKVmy0CQVCQUrNliEgkEgpWbLEJBIJBSs2WzgkFQkEy2byxCQSCQUrNliEgkEg' +
  'pWfLEJBIJBSs2WISCQSClZssQkEgqFKzZbOCQSCQTLZvLEJBIJBSs2WISCQVClZstAkFQkFKz5YhIJBIKVmyxCQSCQUrNls4JBUJBMtm8sQkEgkF' +
  'KzZYhIJBIKVmyxCQSCQUrNliEgkEgpWfLEJBIKhSs2WzgkEgkEy2byxCQSCQUrNliEgkFQpWbLQJBUJBSs2WISCQSClZssQkEgkFKz5bOCQVCQTL' +
  'ZvLQKhIJBSs2WISCQSClZssQkEgkFKzZYhIJBIKVmyxCQSCoUrNlv//Z';

/** One real inference through every net, so that a service which calls itself ready has proved it. */
export async function warmUp(engine: Engine): Promise<void> {
  const picture = (): Uint8Array => new Uint8Array(Buffer.from(PICTURE, 'base64'));
  const inEveryWorker = Array.from({ length: engine.load().workers }, async () => {
    await engine.analyse(picture());
    await engine.analyse(picture(), { faces: { kind: 'whole' } });
    await engine.vector(picture(), { faces: { kind: 'whole' } });
  });
  await Promise.all(inEveryWorker);
}
