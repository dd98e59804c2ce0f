import { answerHeaders, type Exchange } from '../../analysis/send.js';
import { isFields } from '../../api/call.js';
import { isCounted } from '../../errors/error-catalogue.js';

/** The calls made since the page was opened. */
export interface CallCounter {
  /** Calls that the plan was charged for. */
  readonly made: number;
  /** Calls left in this period; null where the plan has no limit, or before the first answer. */
  readonly left: number | null;
}

export const NO_CALLS: CallCounter = { made: 0, left: null };

export function afterExchange(before: CallCounter, exchange: Exchange): CallCounter {
  return {
    made: before.made + (isCounted(codeOf(exchange)) ? 1 : 0),
    left: answerHeaders(exchange).quota?.remaining ?? before.left,
  };
}

/** Empty if the answer did not come from the service. */
function codeOf({ text }: Exchange): string {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && typeof value['code'] === 'string' ? value['code'] : '';
  } catch {
    return '';
  }
}

interface CachedAnswer {
  readonly exchange: Exchange;
  readonly data: unknown;
}

const MAX_ANSWERS = 100;

/** Caches answers by request, so that changing the panel costs no second call. */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer>();

  get(key: string): CachedAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: CachedAnswer): void {
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
