import type { CallWork } from '../analysis.types.js';
import { ExtraFits } from '../landmarks/fit-face.js';
import type { DetectorPass } from '../detection/detect.js';
import { EXTRAS_COST } from './face-extras.js';

/**
 * What the steps of a call cost, in milliseconds of a slow core (Neoverse N1); x64 cores take about half as long. They
 * were measured with `npm run bench:worst` and single runs of the models, and rounded up.
 */
export const STEP_COST = {
  /** The landmark model, with the crop that it is shown. */
  fit: 25,
  /** The embedder. */
  vector: 60,
  /** The model for spoof scores, with its crop. */
  spoofScore: 12,
  /** Every extra besides the vector. */
  extras: EXTRAS_COST,
  /** Age and gender from our own model, and the extras: what every face of a result may need. */
  basicFace: 11 + EXTRAS_COST,
  /** Age and gender from the second model. */
  secondAttributeModel: 10,
} as const;

const DETECTION_COST: Readonly<Record<DetectorPass['name'], number>> = { reduced: 15, full: 235 };

/** What one call may cost, decoding included; with receiving and responding it stays below two seconds. */
export const CALL_BUDGET = 1850;

/** What both images of a call may cost together: receiving and preparing the second one takes time of its own. */
export const TWO_IMAGES_BUDGET = CALL_BUDGET - 150;

/** What finding the faces of a photo may cost, and as much again what redacting them may. */
export const REDACT_BUDGET = CALL_BUDGET / 2;

/** What each of two images may cost. */
export const PAIR_BUDGET = TWO_IMAGES_BUDGET / 2;

/** Decoding a file must leave at least this much: both detector passes, and a few fits. */
const MIN_ANALYSIS = 300;

/** A search fits this many candidates whatever its photo cost to decode, so that every operation finds the same first face. */
const GUARANTEED_FITS = 8;

/**
 * What one call may still spend on one image. Mandatory steps are always charged; all others run only if they fit. Costs are fixed
 * numbers, so that an image gives the same result on every machine.
 */
export class WorkBudget {
  readonly #total: number;
  readonly #decodeMs: number;
  #left: number;
  #guaranteedFits = GUARANTEED_FITS;

  constructor({ budget = CALL_BUDGET, decodeMs = Infinity }: Pick<CallWork, 'budget' | 'decodeMs'> = {}) {
    this.#total = budget;
    this.#left = budget;
    this.#decodeMs = decodeMs;
  }

  /** What the file of this call may cost to decode. */
  get decodeLimit(): number {
    return Math.min(this.#decodeMs, this.#total - MIN_ANALYSIS);
  }

  get spent(): number {
    return this.#total - this.#left;
  }

  /** Charges a mandatory step. */
  spend(cost: number): void {
    this.#left -= cost;
  }

  spendDetection(pass: DetectorPass): void {
    this.spend(DETECTION_COST[pass.name]);
  }

  affords(cost: number): boolean {
    return this.#left >= cost;
  }

  /** Charges an optional step if that leaves `reserved` for later ones; otherwise the step must not run. */
  take(cost: number, reserved = 0): boolean {
    if (!this.affords(cost + reserved)) return false;
    this.#left -= cost;
    return true;
  }

  /** The same for fitting a candidate of a search; the first few are always fitted. */
  takeCandidate(cost: number, reserved: number): boolean {
    if (this.#guaranteedFits === 0) return this.take(cost, reserved);
    this.#guaranteedFits -= 1;
    this.spend(cost);
    return true;
  }

  /** Refunds a step that turned out not to be needed. */
  refund(cost: number): void {
    this.#left += cost;
  }

  /** Additional fits: at most this many, and only while `reserved` is left for later steps. */
  extraFits(most: number, reserved: number): ExtraFits {
    return new ExtraFits(most, () => this.take(STEP_COST.fit, reserved));
  }
}
