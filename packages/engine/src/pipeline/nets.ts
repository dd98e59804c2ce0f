import { readBuilt } from '../models/built/built-file.js';
import { lazyNet, loadNet, type Net } from '../runtime/net.js';

/** The nets of the engine, one set in each worker. */
export interface Nets {
  readonly detector: Net;
  readonly landmarks: Net;
  /** Loaded when a call first asks for an expression. */
  readonly blendshapes: Net;
  readonly embedder: Net;
  readonly attributes: Net;
  readonly ageGender: Net;
}

/** The paths of the built nets. */
export type NetFiles = Readonly<Record<keyof Nets, string>>;

/**
 * One after another: a net's file is in memory only while it is loaded, and if one fails, no native code is running that
 * would crash when its thread ends.
 */
export async function loadNets(files: NetFiles, threads: number): Promise<Nets> {
  const load = async (path: string): Promise<Net> => loadNet(path, threads, await readBuilt(path));
  return {
    detector: await load(files.detector),
    landmarks: await load(files.landmarks),
    blendshapes: lazyNet(() => load(files.blendshapes)),
    embedder: await load(files.embedder),
    attributes: await load(files.attributes),
    ageGender: await load(files.ageGender),
  };
}

export async function releaseNets(nets: Nets): Promise<void> {
  await Promise.all(Object.values(nets).map((net: Net) => net.release()));
}
