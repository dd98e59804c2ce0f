import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MeteringOrder, MeteringOutcome } from './metering-server.js';

const PROGRAM = fileURLToPath(new URL('metering-server.js', import.meta.url));
/** Beyond the time that the order itself takes. */
const STOP_TIMEOUT_MS = 60_000;

/** Several servers reduced to their meters, shared out between some processes. */
export class MeteringServers {
  readonly #children: readonly ChildProcess[];
  readonly #order: MeteringOrder;

  constructor(processes: number, order: MeteringOrder) {
    this.#order = order;
    this.#children = Array.from({ length: processes }, () => fork(PROGRAM, { serialization: 'advanced' }));
  }

  /** Opens the meters, and lets some calls pass. */
  async warmUp(): Promise<void> {
    await this.#request(this.#order, 0);
    await this.#request('warm up', this.#order.warmUpSeconds);
  }

  async run(): Promise<MeteringOutcome[]> {
    return (await this.#request('run', this.#order.seconds)) as MeteringOutcome[];
  }

  async end(): Promise<void> {
    const living = this.#children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(
      living.map(async (child) => {
        const exit = once(child, 'exit');
        const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
        if (child.connected) child.send('end');
        await exit;
        clearTimeout(killTimer);
      }),
    );
  }

  #request(message: MeteringOrder | string, seconds: number): Promise<unknown[]> {
    return Promise.all(
      this.#children.map((child) => responseOf(child, message, seconds * 1000 + STOP_TIMEOUT_MS)),
    );
  }
}

async function responseOf(
  child: ChildProcess,
  message: MeteringOrder | string,
  ms: number,
): Promise<unknown> {
  const given = new AbortController();
  const signal = AbortSignal.any([given.signal, AbortSignal.timeout(ms)]);
  const response = once(child, 'message', { signal });
  const exit = once(child, 'exit', { signal }).then(() => {
    throw new Error('A server of the metering load ended early.');
  });
  child.send(message);
  try {
    return ((await Promise.race([response, exit])) as unknown[])[0];
  } finally {
    exit.catch(() => undefined);
    given.abort();
  }
}
