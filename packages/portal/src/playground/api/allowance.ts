import { answerHeaders, type Exchange } from './exchange.js';
import type { Allowance } from '@facet/client/answers';

export interface AllowanceLine {
  readonly label: string;
  readonly text: string;
}

/** What the answer's headers say about the plan, in words; nothing where the plan has no limit. */
export function allowanceLines(exchange: Pick<Exchange, 'headers'>): AllowanceLine[] {
  const { rateLimit, quota } = answerHeaders(exchange);
  return [...line('Rate', rateLimit, 'full again in'), ...line('Quota', quota, 'resets in')];
}

function line(label: string, allowance: Allowance | undefined, until: string): AllowanceLine[] {
  if (allowance === undefined) return [];
  const { limit, remaining, resetSeconds } = allowance;
  const when = resetSeconds === undefined ? '' : `, ${until} ${durationText(resetSeconds)}`;
  return [{ label, text: `${count(remaining)} of ${count(limit)} left${when}` }];
}

const count = (value: number): string => value.toLocaleString('en-GB');

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time span in its largest fitting unit, rounded up: never shorter than it is. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [name, size] = UNITS.find(([, unit]) => whole >= unit) ?? (['second', 1] as const);
  const amount = Math.ceil(whole / size);
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}
