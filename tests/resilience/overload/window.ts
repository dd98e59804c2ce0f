import { availableParallelism, cpus } from 'node:os';
import { processFigures } from '@facet/test-support';

/** What happened between two samples. */
export interface Window {
  readonly seconds: number;
  /** CPU seconds of the service. */
  readonly serviceSeconds: number;
  /** CPU seconds of this process, which makes the load. */
  readonly senderSeconds: number;
  /** CPU seconds available to the service: those it used and the idle ones. */
  readonly availableSeconds: number;
}

function idleSeconds(): number {
  const cores = cpus();
  if (cores.length !== availableParallelism())
    throw new Error('The system reports other cores than this process may use.');
  return cores.reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}

function senderSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Begins a window, and returns the function that ends it. */
export async function openWindow(pid: number | undefined): Promise<() => Promise<Window>> {
  const look = async (): Promise<readonly [number, number, number, number]> => [
    performance.now() / 1000,
    (await processFigures(pid)).cpuSeconds,
    senderSeconds(),
    idleSeconds(),
  ];
  const [began, service, sender, idle] = await look();
  return async () => {
    const [ended, serviceNow, senderNow, idleNow] = await look();
    const serviceSeconds = serviceNow - service;
    return {
      seconds: ended - began,
      serviceSeconds,
      senderSeconds: senderNow - sender,
      availableSeconds: serviceSeconds + idleNow - idle,
    };
  };
}
