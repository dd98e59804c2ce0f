import { availableParallelism, loadavg } from 'node:os';

/** How much the machine has to do besides; says so where that makes the figures worse. */
export function machineLoad(): number {
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2)
    console.log(`The machine is busy (load ${load.toFixed(1)}): it would reach better figures alone.\n`);
  return load;
}
