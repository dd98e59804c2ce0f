import { relative, sep } from 'node:path';
import type { AttributedFace } from '@facet/engine';
import type { Page } from 'playwright-core';

export type FacePlaces = Pick<AttributedFace, 'box' | 'landmarks' | 'ageRange' | 'gender'>;

/** What the page of the benchmark does (`bench/web`), all on one thread of WebAssembly. Paths are those of the site. */
export interface PageFunctions {
  /** What a cold page waits for the faces of a photo, in milliseconds. */
  firstResult(path: string): Promise<number>;
  analyse(path: string): Promise<readonly FacePlaces[]>;
  /** null without a face. */
  vector(path: string): Promise<readonly number[] | null>;
  /** Detection, points, age and gender of one portrait, in turns as in `bench:speed`. */
  compareSpeed(
    path: string,
    rounds: number,
  ): Promise<{ facetMs: number; faceApi: SpeedBeside; human: SpeedBeside }>;
  /** Frames per second of both, in turns, and the longest time for which Facet's tracking held up the page. */
  compareTracking(rounds: number, seconds: number): Promise<TrackingSpeed>;
}

/** The median, and how many times as long as Facet it took. */
export interface SpeedBeside {
  readonly ms: number;
  readonly ratio: number;
}

export interface TrackingSpeed {
  readonly facet: number[];
  readonly faceApi: number[];
  readonly longestBlockMs: number;
}

/** The path of a file of evaluation data in the site. */
export const urlOf = (folder: string, file: string): string =>
  `/eval/${relative(folder, file).split(sep).map(encodeURIComponent).join('/')}`;

export const inPage = <Name extends keyof PageFunctions>(
  page: Page,
  name: Name,
  ...args: Parameters<PageFunctions[Name]>
): ReturnType<PageFunctions[Name]> =>
  page.evaluate(`bench.${name}(...${JSON.stringify(args)})`) as ReturnType<PageFunctions[Name]>;
