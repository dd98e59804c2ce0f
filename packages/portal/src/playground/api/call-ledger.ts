import { isFields } from '../../api/fields.js';
import { answerHeaders, type Exchange } from './exchange.js';

/** What the calls since the page was opened have cost. */
export interface CallLedger {
  /** Calls that the plan was charged for. */
  readonly made: number;
  /** Calls left in this period; null where the plan has no limit, or before the first answer. */
  readonly left: number | null;
}

export const NO_CALLS: CallLedger = { made: 0, left: null };

export function afterExchange(before: CallLedger, exchange: Exchange): CallLedger {
  return {
    made: before.made + (isCounted(exchange) ? 1 : 0),
    left: answerHeaders(exchange).quota?.remaining ?? before.left,
  };
}

/** A call counts when the analysis ran: on success, and when the image is to blame and not its address. */
function isCounted({ text }: Exchange): boolean {
  const code = codeOf(text);
  return code === '1000' || /^3[01]\d\d$/.test(code);
}

function codeOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && typeof value['code'] === 'string' ? value['code'] : '';
  } catch {
    return '';
  }
}

/** "1 call", "13 calls" */
export const callsText = (count: number): string =>
  count === 1 ? '1 call' : `${count.toLocaleString('en-GB')} calls`;
