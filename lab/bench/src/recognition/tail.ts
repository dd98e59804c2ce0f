import { thresholdAt, type CrossedPairs } from './crossed-pairs.js';

/** Shares with enough pairs behind them to be measured: 1 in 100,000 is a dozen of the 1.2 million. */
const MEASURED = [0.5, 0.1, 1e-2, 1e-3, 1e-4, 1e-5];
const EXTRAPOLATED = [1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
/** Where the logarithm of the share is nearly a straight line over the distance. */
const LINE = [1e-5, 3e-5, 1e-4, 3e-4];
const MAX_DISTANCE = 0.9;
const DIGITS = 4;

interface ImpostorDistance {
  readonly share: number;
  readonly distance: number;
  readonly measured: boolean;
}

/**
 * Which share of the pairs of different people is nearer than which distance, from the smallest on. Below what can be
 * measured the line of the last points is continued; the true curve bends the other way, so this errs towards fewer
 * false matches.
 */
export function impostorDistances(pairs: CrossedPairs): ImpostorDistance[] {
  const at = (share: number): number => thresholdAt(pairs, share);
  const line = fitLine(LINE.map((share) => ({ x: Math.log10(share), y: at(share) })));
  const rounded = (distance: number): number => Number(distance.toFixed(DIGITS));
  const points = [
    { share: 1, distance: MAX_DISTANCE, measured: true },
    ...MEASURED.map((share) => ({ share, distance: rounded(at(share)), measured: true })),
    ...EXTRAPOLATED.map((share) => ({
      share,
      distance: rounded(line.start + line.slope * Math.log10(share)),
      measured: false,
    })),
  ];
  return points.reverse();
}

function fitLine(points: readonly { readonly x: number; readonly y: number }[]): {
  readonly start: number;
  readonly slope: number;
} {
  const mean = (pick: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { start: y - slope * x, slope };
}
