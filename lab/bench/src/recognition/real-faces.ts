import { openEngine } from '@facet/engine';
import { findEvalFolder } from '../data/datasets.js';
import { fairFaceFaces, lfwFaces, type NamedFace } from './lfw-faces.js';

export interface RealFaces {
  readonly faces: readonly NamedFace[];
  /** Of people who are not among them. */
  readonly fillers: readonly Float32Array[];
}

/** The faces of LFW, with those of FairFace as fillers; nothing where the data is absent. */
export async function realFaces(): Promise<RealFaces | undefined> {
  let folder: string;
  try {
    folder = findEvalFolder();
  } catch (error) {
    process.stderr.write(`LFW is left out: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
  const engine = await openEngine();
  try {
    const faces = await lfwFaces(engine, folder);
    return { faces, fillers: (await fairFaceFaces(engine, folder)).map(({ vector }) => vector) };
  } finally {
    await engine.close();
  }
}
