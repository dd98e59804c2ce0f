import { newDecodeLock } from './decoder/decode-lock.js';
import type { CallWork } from './engine.types.js';
import { PAIR_BUDGET } from './pipeline/work-budget.js';

/** For both images of one call: half of a call's budget each, and large files decoded one after the other. */
export const pairWork = (): CallWork => ({ budget: PAIR_BUDGET, decodeLock: newDecodeLock() });
