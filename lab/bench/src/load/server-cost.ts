import { readFile } from 'node:fs/promises';

/** Ticks of the kernel's clock in a second; fixed by the interface of /proc on Linux. */
const TICKS_PER_SECOND = 100;

interface ServerCost {
  /** Seconds that the server's main thread has computed so far: HTTP, and handing images to the engine. */
  readonly mainThreadSeconds: number;
  /** Delay of the event loop at its 99th percentile since the last look, in milliseconds. */
  readonly loopDelayP99Ms: number;
}

/** The main thread is the HTTP layer: images are decoded and analysed in threads of their own. */
export async function readServerCost(origin: string, pid: number): Promise<ServerCost> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const p99 = /^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)/m.exec(metrics)?.[1];
  return { mainThreadSeconds: await mainThreadSeconds(pid), loopDelayP99Ms: Number(p99) * 1000 };
}

/** NaN where the system does not tell the time of single threads. */
async function mainThreadSeconds(pid: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    const [, rest = ''] = /\) (.*)/.exec(stat) ?? [];
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}
