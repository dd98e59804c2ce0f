import type { z } from 'zod';
import type { Owner } from '../../people/collection-limits.js';
import type { CollectionDeps } from '../../people/routes/collection-route.js';
import type { Operation } from '../../faces/operation.js';
import type { RequestImage } from './inputs.js';

/** Who calls, and how the client names its region. */
export interface RekognitionCaller {
  readonly owner: Owner;
  readonly region: string;
}

/** The fields of a response. */
export type Output = Readonly<Record<string, unknown>>;

/** An operation on collections that analyses nothing, and does not count against the quota. */
export interface ManagingOperation<Input> {
  readonly counts: false;
  readonly input: z.ZodType<Input>;
  handle(deps: CollectionDeps, input: Input, caller: RekognitionCaller): Promise<Output>;
}

type ImageName = 'Image' | 'SourceImage' | 'TargetImage';

/** An operation that analyses, and counts. */
export interface AnalysingOperation<Input> {
  readonly counts: true;
  readonly input: z.ZodType<Input>;
  /** The images that it analyses. */
  images(input: Input): Readonly<Partial<Record<ImageName, RequestImage | undefined>>>;
  /** Rejects what is impossible before anything is analysed. */
  prepare?(
    deps: CollectionDeps,
    input: Input,
    caller: RekognitionCaller,
    signal: AbortSignal,
  ): Promise<unknown>;
  run(
    deps: CollectionDeps,
    input: Input,
    caller: RekognitionCaller,
  ): Operation<ImageName, unknown, Output>['run'];
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
