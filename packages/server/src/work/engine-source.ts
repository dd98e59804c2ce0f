import type { Engine, EngineLoad } from '@facet/engine';
import { withDeadline } from './deadline.js';
import { ServiceError } from '../errors.js';
import type { ReadinessCheck } from './readiness.js';

/** Gives requests the engine, which may still be loading. */
export interface EngineSource {
  /** The engine, as soon as it is ready; throws `overloaded` if that takes too long. */
  ready(signal: AbortSignal, maxWaitMs: number): Promise<Engine>;
  /** Number of running worker threads; 0 while the engine loads. */
  liveWorkers(): number;
}

/** Calls that may wait while the models load; their bodies are not read yet. */
const MAX_WAITING = 256;

/**
 * Opens the engine in the background, so that the service can already report that it is alive. Calls wait meanwhile: to
 * a load balancer that does not check readiness, a server that rejects calls immediately looks idle and would get all
 * traffic.
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

  /** Resolves when the models are loaded and have run one real inference. */
  open(): Promise<void> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  async #load(): Promise<void> {
    this.#loaded = await this.#opener();
    await warmUp(this.#loaded);
    this.#warm = true;
  }

  async ready(signal: AbortSignal, maxWaitMs: number): Promise<Engine> {
    const opened = this.#opened;
    if (!this.#warm && opened !== null && this.#waiting < MAX_WAITING) {
      this.#waiting += 1;
      try {
        await withDeadline(signal, maxWaitMs, stillLoading, () => opened);
      } catch {
        signal.throwIfAborted();
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
 * The engine is broken if its threads crash faster than they can be replaced. If every thread is stuck in abandoned
 * work, calls should go to another server until a thread is free or replaced.
 */
const canWork = ({ broken, overdue, workers }: EngineLoad): boolean =>
  !broken && (overdue === 0 || overdue < workers);

/** A small image of a colour gradient: no face, but enough to run every model once. */
const WARM_UP_IMAGE =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjsh' +
  'ITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABgAGADASIAAhEBAxEB/8QAFwABAQEB' +
  'AAAAAAAAAAAAAAAAAgEFBv/EABUQAQEAAAAAAAAAAAAAAAAAAAEA/8QAFwEBAQEBAAAAAAAAAAAAAAAAAwIGBf/EABYRAQEBAAAAAAAAAAAAAAAA' +
  'AAEAAv/aAAwDAQACEQMRAD8A5QJBIJBdZaMsQkEgkFCzZYhIJBUKVmy0CQVCQUrNliEgkEgpWbLEJBIJBSs2WzgkFQkEy2byxCQSCQUrNliEgkEg' +
  'pWfLEJBIJBSs2WISCQSClZssQkEgqFKzZbOCQSCQTLZvLEJBIJBSs2WISCQVClZstAkFQkFKz5YhIJBIKVmyxCQSCQUrNls4JBUJBMtm8sQkEgkF' +
  'KzZYhIJBIKVmyxCQSCQUrNliEgkEgpWfLEJBIKhSs2WzgkEgkEy2byxCQSCQUrNliEgkFQpWbLQJBUJBSs2WISCQSClZssQkEgkFKz5bOCQVCQTL' +
  'ZvLQKhIJBSs2WISCQSClZssQkEgkFKzZYhIJBIKVmyxCQSCoUrNlv//Z';

/** Runs every model once in every worker, so that readiness is proven. */
async function warmUp(engine: Engine): Promise<void> {
  const image = (): Uint8Array => new Uint8Array(Buffer.from(WARM_UP_IMAGE, 'base64'));
  const inEveryWorker = Array.from({ length: engine.load().workers }, async () => {
    await engine.analyse(image());
    await engine.analyse(image(), { faces: { kind: 'whole-image' } });
    await engine.vector(image(), { faces: { kind: 'whole-image' } });
  });
  await Promise.all(inEveryWorker);
}
