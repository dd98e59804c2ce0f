import { describe, expect, it } from 'vitest';
import type { Pixels } from './pixels.js';
import { blackOutside, REDACTION_STYLES, redactedArea, redactPixels } from './redact-pixels.js';

const WIDTH = 64;
const HEIGHT = 48;
/** Every pixel differs from its neighbours. */
const noise = (): Pixels => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, n) => (n * 97 + (n >> 3) * 31) % 251),
});
const DIAMOND = [
  { x: 32, y: 8 },
  { x: 56, y: 24 },
  { x: 32, y: 40 },
  { x: 8, y: 24 },
];

describe.each(REDACTION_STYLES)('%s', (style) => {
  it('changes what is inside, and nothing else', () => {
    const before = noise();
    const after = { ...before, data: before.data.slice() };
    redactPixels(after, [DIAMOND], style);
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const at = (y * WIDTH + x) * 3;
        const reach = Math.abs(x + 0.5 - 32) / 24 + Math.abs(y + 0.5 - 24) / 16;
        if (reach > 1.2) expect(after.data.subarray(at, at + 3)).toEqual(before.data.subarray(at, at + 3));
      }
  });

  it('leaves no detail inside', () => {
    const after = noise();
    redactPixels(after, [DIAMOND], style);
    const values = new Set<number>();
    let steps = 0;
    for (let x = 16; x < 48; x++) {
      const value = after.data[(24 * WIDTH + x) * 3] ?? 0;
      values.add(value);
      steps = Math.max(steps, Math.abs(value - (after.data[(24 * WIDTH + x - 1) * 3] ?? 0)));
    }
    // Neighbours differ by a hundred in the original.
    expect(style === 'blur' ? steps : values.size).toBeLessThanOrEqual(style === 'blur' ? 25 : 8);
  });
});

it('takes regions that leave the image, and those outside of it', () => {
  const image = noise();
  const square = (from: number, to: number) => [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
  redactPixels(image, [square(-20, 10), square(500, 600)], 'box');
  expect(image.data[0]).toBe(0);
  expect(image.data[(9 * WIDTH + 9) * 3]).toBe(0);
  expect(redactedArea([square(-20, 10), square(500, 600), square(0, 1e9)], image)).toBe(100 + WIDTH * HEIGHT);
});

it('leaves nothing of a crop outside a region, in any channel', () => {
  const size = { width: WIDTH, height: HEIGHT };
  const planes = new Float32Array(WIDTH * HEIGHT * 3).fill(200);
  blackOutside(planes, size, DIAMOND);
  for (const [n, value] of planes.entries()) {
    const x = n % WIDTH;
    const y = Math.floor(n / WIDTH) % HEIGHT;
    const reach = Math.abs(x + 0.5 - 32) / 24 + Math.abs(y + 0.5 - 24) / 16;
    if (reach > 1.1) expect(value).toBe(0);
    if (reach < 1) expect(value).toBe(200);
  }
  blackOutside(
    planes,
    size,
    DIAMOND.map(({ x, y }) => ({ x: x + 1000, y })),
  );
  expect(planes.every((value) => value === 0)).toBe(true);
});
