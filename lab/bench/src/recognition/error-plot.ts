import { falseMatchRate, falseNonMatchRate, type CrossedPairs } from './crossed-pairs.js';

const WIDTH = 720;
const HEIGHT = 420;
const PLOT = { left: 116, right: 700, top: 24, bottom: 360 };
const DISTANCES = { from: 0.2, to: 0.8, step: 0.005, mark: 0.1 };
/** Powers of ten on the upright axis. */
const RATES = { low: -6, high: 0 };
const MATCH = 0.5;

/** False matches and false non-matches over the threshold, on a logarithmic scale, as an SVG picture. */
export function errorPlot(pairs: CrossedPairs): string {
  const matches = curve((threshold) => falseMatchRate(pairs, threshold));
  const misses = curve((threshold) => falseNonMatchRate(pairs, threshold));
  const rates = Array.from({ length: RATES.high - RATES.low + 1 }, (_, i) => RATES.low + i);
  const marks = Array.from(
    { length: Math.round((DISTANCES.to - DISTANCES.from) / DISTANCES.mark) + 1 },
    (_, i) => DISTANCES.from + i * DISTANCES.mark,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13">`,
    '<title>Share of errors over the distance threshold</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...rates.map((power) => {
      const y = yOf(10 ** power);
      return `<path d="M${PLOT.left} ${y}H${PLOT.right}" stroke="#e2e5ea"/><text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end" fill="#444">${rateName(power)}</text>`;
    }),
    ...marks.map((distance) => {
      const x = xOf(distance);
      return `<path d="M${x} ${PLOT.top}V${PLOT.bottom}" stroke="#eef0f3"/><text x="${x}" y="${PLOT.bottom + 20}" text-anchor="middle" fill="#444">${distance.toFixed(1)}</text>`;
    }),
    `<path d="M${xOf(MATCH)} ${PLOT.top}V${PLOT.bottom}" stroke="#888" stroke-dasharray="5 4"/>`,
    `<text x="${xOf(MATCH) + 6}" y="${PLOT.bottom - 8}" fill="#555">match below 0.5</text>`,
    line(matches, '#c2410c'),
    line(misses, '#1d4ed8'),
    label(matches, 0.56, 'different people taken for one', '#c2410c', 'start'),
    label(misses, 0.38, 'one person taken for two', '#1d4ed8', 'end'),
    `<text x="${(PLOT.left + PLOT.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle" fill="#222">distance</text>`,
    '</svg>',
    '',
  ].join('\n');
}

interface Place {
  readonly distance: number;
  readonly rate: number;
}

/** A rate of nothing has no place on a logarithmic scale. */
function curve(rateAt: (threshold: number) => number): Place[] {
  const places: Place[] = [];
  const steps = Math.round((DISTANCES.to - DISTANCES.from) / DISTANCES.step);
  for (let i = 0; i <= steps; i++) {
    const distance = DISTANCES.from + i * DISTANCES.step;
    const rate = rateAt(distance);
    if (rate > 0) places.push({ distance, rate });
  }
  return places;
}

const line = (places: readonly Place[], colour: string): string =>
  `<path d="${places.map(({ distance, rate }, i) => `${i === 0 ? 'M' : 'L'}${xOf(distance)} ${yOf(rate)}`).join('')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`;

function label(
  places: readonly Place[],
  at: number,
  text: string,
  colour: string,
  anchor: 'start' | 'end',
): string {
  const place = places.find(({ distance }) => distance >= at) ?? places.at(-1);
  if (place === undefined) return '';
  const x = xOf(place.distance) + (anchor === 'start' ? 10 : -10);
  return `<text x="${x}" y="${yOf(place.rate) + 4}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}

const rounded = (value: number): number => Number(value.toFixed(1));

const xOf = (distance: number): number =>
  rounded(
    PLOT.left + ((distance - DISTANCES.from) / (DISTANCES.to - DISTANCES.from)) * (PLOT.right - PLOT.left),
  );

function yOf(rate: number): number {
  const part = (Math.log10(rate) - RATES.low) / (RATES.high - RATES.low);
  return rounded(PLOT.bottom - Math.max(0, part) * (PLOT.bottom - PLOT.top));
}

const rateName = (power: number): string =>
  power === 0 ? 'all' : `1 in ${(10 ** -power).toLocaleString('en')}`;
