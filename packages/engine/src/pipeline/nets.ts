import type { Net } from '../runtime/net.js';
import { loadNet } from '../runtime/net.js';

/** The nets of the engine, one set in each worker. */
export interface Nets {
  readonly detector: Net;
  readonly witness: Net;
  readonly landmarks: Net;
  readonly embedder: Net;
  readonly ageGender: Net;
}

/** Where the built nets lie. */
export type NetFiles = Readonly<Record<keyof Nets, string>>;

export async function loadNets(files: NetFiles, threads: number): Promise<Nets> {
  const [detector, witness, landmarks, embedder, ageGender] = await Promise.all([
    loadNet(files.detector, threads),
    loadNet(files.witness, threads),
    loadNet(files.landmarks, threads),
    loadNet(files.embedder, threads),
    loadNet(files.ageGender, threads),
  ]);
  return { detector, witness, landmarks, embedder, ageGender };
}

export async function releaseNets(nets: Nets): Promise<void> {
  await Promise.all(Object.values(nets).map((net: Net) => net.release()));
}
