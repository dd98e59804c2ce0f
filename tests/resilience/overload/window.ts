import { availableParallelism, cpus } from 'node:os';
import { processFigures } from '@facet/testing';

/** What happened between two samples. */
export interface Window {
  readonly seconds: number;
  /** Seconds of computing by the service. */
  readonly serviceSeconds: number;
  /** Seconds of computing by this process, which makes the load. */
  readonly senderSeconds: number;
  /** Seconds of computing that the service had or could have had: its own and those that nobody used. */
  readonly availableSeconds: number;
}

function idleSeconds(): number {
  const cores = cpus();
  if (cores.length !== availableParallelism())
    throw new Error('The system tells of other cores than this process may use.');
  return cores.reduce((sum, { times }) => sum + times.idle, 0) / 1000;
}

function senderSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Begins a window; the function that it gives ends it. */
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
