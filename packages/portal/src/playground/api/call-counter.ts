import { responseHeaders, type Exchange } from '../../analysis/send.js';
import { isFields } from '../../api/call.js';
import { isCounted } from '../../errors/error-rules.js';

/** The calls made since the page was opened. */
export interface CallCounter {
  /** Calls that the plan was charged for. */
  readonly made: number;
  /** Calls left in this period, or of the trial this hour; null where the plan has no limit, or before the first response. */
  readonly left: number | null;
}

export const NO_CALLS: CallCounter = { made: 0, left: null };

export function afterExchange(before: CallCounter, exchange: Exchange): CallCounter {
  return {
    made: before.made + (isCounted(codeOf(exchange)) ? 1 : 0),
    left: responseHeaders(exchange).quota?.remaining ?? before.left,
  };
}

/** Empty if the response did not come from the service. */
function codeOf({ text }: Exchange): string {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && typeof value['code'] === 'string' ? value['code'] : '';
  } catch {
    return '';
  }
}
