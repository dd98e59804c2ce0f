import type { StageTimings } from '@facet/engine';
import type { StepFacts } from './trace.js';

/** The engine's stage timings as span attributes, with one number per image. */
export function stageFacts(timings: readonly StageTimings[]): StepFacts {
  const facts: Record<`facet.stage.${string}_ms`, number[]> = {};
  for (const image of timings) {
    for (const [stage, ms] of Object.entries(image)) (facts[`facet.stage.${stage}_ms`] ??= []).push(ms);
  }
  return facts;
}
