import { LANDMARK_NAMES } from '@facet/client/responses';
import type * as Browser from '@facet/browser';
import type { AttributedFace, Facet, LoadProgress } from '@facet/browser';
import { serviceUrl } from '../api/call.js';
import type { Failure } from '../api/failure.js';
import type { Detection, Face } from './face.js';
import { inReadingOrder } from './reading-order.js';
import { EXTRAS, OTHER_EXTRAS } from './shown-extras.js';

/** What happens before the first result, in plain words. */
export type OnLoading = (text: string) => void;

export interface InPageResult {
  readonly detection: Detection;
  readonly millis: number;
  /** The result as JSON. */
  readonly text: string;
}

let opened: Promise<Facet> | null = null;
const loaded = new Map<string, number>();
const listeners = new Set<OnLoading>();

/** Analyses a photo in this page. Rejects with an EngineError, see `photoFailure`. */
export async function analyseInPage(
  photo: Blob,
  onLoading: OnLoading,
  signal: AbortSignal,
): Promise<InPageResult> {
  return withLoading(onLoading, async (facet) => {
    const started = performance.now();
    const { faces, imageSize } = await facet.analyse(photo, { extras: EXTRAS, signal });
    const millis = performance.now() - started;
    const detection = inReadingOrder({ faces: faces.map(faceOf), imageSize });
    return { detection, millis, text: jsonOf({ imageSize, faces }) };
  });
}

/** Runs with the engine of this page, which is loaded once, and tells meanwhile what is being loaded. */
export async function withLoading<Result>(
  onLoading: OnLoading,
  work: (facet: Facet) => Promise<Result>,
): Promise<Result> {
  listeners.add(onLoading);
  try {
    opened ??= open();
    return await work(await opened);
  } finally {
    listeners.delete(onLoading);
  }
}

async function open(): Promise<Facet> {
  // As the server has it: a bundler would copy the runtime of 14 MB into this page's files.
  const { openFacet } = (await import(/* @vite-ignore */ serviceUrl('/browser/index.js'))) as typeof Browser;
  return openFacet({ models: serviceUrl('/models/'), onProgress });
}

const MEGABYTE = 1e6;

function onProgress({ model, loadedBytes }: LoadProgress): void {
  loaded.set(model, loadedBytes);
  const bytes = [...loaded.values()].reduce((sum, part) => sum + part, 0);
  // Whole megabytes, since screen readers announce each change.
  const text = `Loading the models, once, about 10 MB: ${Math.floor(bytes / MEGABYTE)} MB so far …`;
  for (const listener of listeners) listener(text);
}

/** What is wrong with the photo; null: this browser cannot analyse any. */
export function photoFailure(error: unknown): Failure | null {
  const isOfPhoto = error instanceof Error && 'code' in error && String(error.code).startsWith('image-');
  return isOfPhoto ? { kind: 'lost-file', message: error.message } : null;
}

/** A face of the page's engine, as the views show the faces of a response. */
export function faceOf(face: AttributedFace, id: number): Face {
  const { box, landmarks, pose, confidence, quality, expression } = face;
  return {
    id,
    age: face.ageRange,
    gender: face.gender,
    genderConfidence: face.genderConfidence,
    box: [Math.round(box.x1), Math.round(box.y1), Math.round(box.x2), Math.round(box.y2)],
    landmarks: Object.fromEntries(LANDMARK_NAMES.map((name, at) => [name, landmarks[at] ?? { x: 0, y: 0 }])),
    details:
      quality === undefined || expression === undefined
        ? null
        : {
            ageYears: face.ageYears,
            confidence,
            ...pose,
            qualityScore: quality.score,
            sharpness: quality.sharpness,
            illumination: quality.illumination,
            evenness: quality.evenness,
            // The check is the server's; no view of a result of the page shows it.
            failed: [],
            expression: {
              ...expression,
              browsUp: expression.blendshapes.browInnerUp,
              pucker: expression.blendshapes.mouthPucker,
            },
            others: Object.fromEntries(OTHER_EXTRAS.map((name) => [name, shortened(face[name])])),
          },
    vector: null,
  };
}

/** Rounded, because nobody reads sixteen digits. */
const shortened = <Value>(value: Value): Value | number =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;

export const jsonOf = (result: unknown): string =>
  JSON.stringify(result, (_key, value: unknown) => shortened(value));
