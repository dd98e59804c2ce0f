import type { Engine } from '@facet/engine';
import type { z } from 'zod';
import type { AnalysisResult, NowOrLater } from '../../faces/index.js';
import type { Owner, PeopleDeps } from '../../people/index.js';
import type { RequestImage } from './inputs.js';

/** Who calls, and how the client names its region. */
export interface RekognitionCaller {
  readonly owner: Owner;
  readonly region: string;
}

/** The fields of a response. */
export type Output = Readonly<Record<string, unknown>>;

/** What an operation works with, beside its input. */
export interface Context {
  readonly deps: PeopleDeps;
  readonly caller: RekognitionCaller;
  readonly signal: AbortSignal;
}

/** An operation on collections that analyses nothing, and does not count against the quota. */
export interface ManagingOperation<Input> {
  readonly counts: false;
  readonly input: z.ZodType<Input>;
  handle(input: Input, context: Context): Promise<Output>;
}

export type ImageName = 'Image' | 'SourceImage' | 'TargetImage';

/** The images of a call; a name that the operation does not have is empty. */
export type Images = Readonly<Record<ImageName, Uint8Array>>;

/** An operation that analyses, and counts. */
export interface AnalysingOperation<Input> {
  readonly counts: true;
  readonly input: z.ZodType<Input>;
  /** The images that it analyses. */
  images(input: Input): Readonly<Partial<Record<ImageName, RequestImage | undefined>>>;
  /** Rejects what is impossible before anything is analysed. */
  prepare?(input: Input, context: Context): Promise<unknown>;
  run(
    engine: Engine,
    images: Images,
    input: Input,
    context: Context,
  ): Promise<AnalysisResult<NowOrLater<Output>>>;
}

export type RekognitionOperation<Input> = ManagingOperation<Input> | AnalysingOperation<Input>;

/** Lets operations with different inputs be in one list. */
export const managing = <Input>(
  operation: Omit<ManagingOperation<Input>, 'counts'>,
): ManagingOperation<Input> => ({
  counts: false,
  ...operation,
});
export const analysing = <Input>(
  operation: Omit<AnalysingOperation<Input>, 'counts'>,
): AnalysingOperation<Input> => ({ counts: true, ...operation });
