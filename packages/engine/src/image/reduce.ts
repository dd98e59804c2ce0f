const LOBES = 3;

/** One sample of the reduced line: the first sample of the long line that it takes part of, and the share of each. */
interface Taps {
  readonly first: number;
  readonly shares: Float32Array;
}

/**
 * Reduces square planes with a Lanczos filter widened to the reduction, as image libraries do: no detail is skipped,
 * and at the edges the shares that remain add up to one.
 */
export function squareReducer(from: number, to: number): (plane: Float32Array) => Float32Array {
  const taps = Array.from({ length: to }, (_, index) => tapsOf(index, from, to));
  return (plane) => {
    const narrow = new Float32Array(from * to);
    for (let row = 0; row < from; row++) {
      const line = plane.subarray(row * from, (row + 1) * from);
      taps.forEach(({ first, shares }, column) => {
        let sum = 0;
        for (let i = 0; i < shares.length; i++) sum += (shares[i] ?? 0) * (line[first + i] ?? 0);
        narrow[row * to + column] = sum;
      });
    }
    const reduced = new Float32Array(to * to);
    taps.forEach(({ first, shares }, row) => {
      const target = reduced.subarray(row * to, (row + 1) * to);
      shares.forEach((share, i) => {
        const source = (first + i) * to;
        for (let column = 0; column < to; column++) {
          target[column] = (target[column] ?? 0) + share * (narrow[source + column] ?? 0);
        }
      });
    });
    return reduced;
  };
}

function tapsOf(index: number, from: number, to: number): Taps {
  const scale = from / to;
  const centre = (index + 0.5) * scale;
  const first = Math.max(0, Math.ceil(centre - LOBES * scale - 0.5));
  const last = Math.min(from - 1, Math.floor(centre + LOBES * scale - 0.5));
  const shares = Float32Array.from({ length: last - first + 1 }, (_, i) =>
    lanczos((first + i + 0.5 - centre) / scale),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  return { first, shares: shares.map((share) => share / sum) };
}

const lanczos = (x: number): number => (Math.abs(x) < LOBES ? sinc(x) * sinc(x / LOBES) : 0);

function sinc(x: number): number {
  const angle = Math.PI * x;
  return angle === 0 ? 1 : Math.sin(angle) / angle;
}
