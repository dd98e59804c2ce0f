/** A number that a document shows in a text: a score, a coordinate, a count. */
const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;

/** What is another one in every run: dates, times of day, durations, ports and random ids. */
const RANDOM = [
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DATE'],
  [/\b\d+(?:\.\d+)? m?s\b/g, 'DURATION'],
  [/:\d{4,5}\b/g, ':PORT'],
  [/\b(acc|fct)_[\w-]+/g, '$1_ID'],
  [/^password \S+$/g, 'password SECRET'],
] as const;

/**
 * Whether a measured decimal number is the one that a document shows. Processors round differently: confidences,
 * distances and elements of vectors may differ by 0.005 (0.01 if two digits are shown), larger numbers by 0.5 %.
 */
export function sameDecimal(shown: number, real: number): boolean {
  const isTiny = Math.abs(shown) < 1e-6;
  if (isTiny) return real > shown / 2 && real < shown * 2;
  const [, fraction = ''] = /\.(\d+)$/.exec(String(shown)) ?? [];
  const tolerance = fraction.length < 3 ? 0.01 : 0.005;
  return Math.abs(shown - real) <= tolerance * Math.max(1, Math.abs(shown)) * (1 + 1e-9);
}

/** Coordinates may differ by one pixel. */
export const samePixel = (shown: number, real: number): boolean => Math.abs(shown - real) <= 1;

/** Whether a number in a text is the one shown. Whole numbers from 10 on may be coordinates; those below are counts. */
function sameNumber(shown: string, real: string): boolean {
  if (shown === real) return true;
  const [a, b] = [Number(shown), Number(real)];
  if (!Number.isInteger(a)) return sameDecimal(a, b);
  return Math.abs(a) >= 10 && samePixel(a, b);
}

/** Whether a text is the one shown, apart from what is random and from small differences of numbers. */
export function sameText(shown: string, real: string, { prefix = false } = {}): boolean {
  const [wanted, found] = [withoutRandom(shown), withoutRandom(real)];
  const [words, others] = [wanted.replaceAll(NUMBER, '#'), found.replaceAll(NUMBER, '#')];
  if (prefix ? !others.startsWith(words) : others !== words) return false;
  const numbers = found.match(NUMBER) ?? [];
  return (wanted.match(NUMBER) ?? []).every((number, n) => sameNumber(number, numbers[n] ?? ''));
}

/** Without the width of columns, too. */
const withoutRandom = (text: string): string =>
  RANDOM.reduce(
    (rest, [pattern, name]) => rest.replaceAll(pattern, name),
    text.trim().replaceAll(/\s+/g, ' '),
  );
