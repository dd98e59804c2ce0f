import { headerOf, type Exchange } from './exchange.js';

export interface AllowanceLine {
  readonly label: string;
  readonly text: string;
}

/** What the answer's headers say about the plan, in words; nothing where the plan has no limit. */
export function allowanceLines(exchange: Pick<Exchange, 'headers'>): AllowanceLine[] {
  const line = (label: string, prefix: string, until: string): AllowanceLine[] => {
    const [limit, left, reset] = ['Limit', 'Remaining', 'Reset'].map((part) =>
      numberOf(headerOf(exchange, `${prefix}-${part}`)),
    );
    if (typeof limit !== 'number' || typeof left !== 'number') return [];
    const when = typeof reset === 'number' ? `, ${until} ${durationText(reset)}` : '';
    return [{ label, text: `${count(left)} of ${count(limit)} left${when}` }];
  };
  return [...line('Rate', 'RateLimit', 'full again in'), ...line('Quota', 'X-Quota', 'resets in')];
}

const numberOf = (value: string | null): number | null => {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

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
