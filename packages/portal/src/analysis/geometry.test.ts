import { describe, expect, it } from 'vitest';
import { boxInPercent, portraitCrop, shorterSide, type Box } from './box.js';
import { cornersPath } from './face-overlay.js';
import { LANDMARK_KEYS, LANDMARK_LINES, landmarkPath } from './landmarks.js';
import { fitted } from './reduce-picture.js';

describe('a reduced picture', () => {
  it('keeps its shape, and is never enlarged', () => {
    expect(fitted({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 });
    expect(fitted({ width: 1080, height: 1920 }, 640)).toEqual({ width: 360, height: 640 });
    expect(fitted({ width: 300, height: 200 }, 1280)).toEqual({ width: 300, height: 200 });
    expect(fitted({ width: 9000, height: 1 }, 640)).toEqual({ width: 640, height: 1 });
    expect(fitted({ width: 8000, height: 6000 }, 2048)).toEqual({ width: 2048, height: 1536 });
    expect(fitted({ width: 800, height: 600 }, 2048)).toEqual({ width: 800, height: 600 });
    expect(fitted({ width: 50_000, height: 1 }, 2048)).toEqual({ width: 2048, height: 1 });
  });
});

describe('the corners of a box', () => {
  it('are drawn from each arm to the next', () => {
    expect(cornersPath([10, 20, 110, 170])).toBe('M10 42V20H32M88 20H110V42M110 148V170H88M32 170H10V148');
  });
});

describe('landmark groups', () => {
  it('name 68 different points', () => {
    expect(LANDMARK_KEYS).toHaveLength(68);
    expect(new Set(LANDMARK_KEYS).size).toBe(68);
  });

  it('are in the order of the point numbers', () => {
    const numberOf = (key: string): number => LANDMARK_KEYS.indexOf(key);
    expect(numberOf('chin')).toBe(8);
    expect(numberOf('leftEyebrowLeftCorner')).toBe(17);
    expect(numberOf('noseTip')).toBe(33);
    expect(numberOf('leftEyeTop2')).toBe(37);
    expect(numberOf('rightEyeTop1')).toBe(43);
    expect(numberOf('LowerLipPoint4')).toBe(55);
    expect(numberOf('LowerLipPoint3')).toBe(67);
  });
});

describe('landmarkPath', () => {
  const [jaw] = LANDMARK_LINES;
  const eye = LANDMARK_LINES.find(({ group }) => group === 'eyes');
  const points = Object.fromEntries(LANDMARK_KEYS.map((key, n) => [key, { x: n, y: 2 * n }]));

  it('draws an open line through the points in order', () => {
    expect(jaw && landmarkPath(jaw, points)).toMatch(/^M0 0L1 2L2 4L.*L16 32$/);
  });

  it('closes the line of an eye', () => {
    expect(eye && landmarkPath(eye, points)).toBe('M36 72L37 74L38 76L39 78L40 80L41 82Z');
  });

  it('leaves out what the response lacks, and draws no line through less than two points', () => {
    expect(eye && landmarkPath(eye, { leftEyeTop1: { x: 1, y: 1 } })).toBe('');
  });
});

describe('boxes', () => {
  const box: Box = [100, 50, 300, 200];

  it('are placed in per cent of the image', () => {
    expect(boxInPercent(box, { width: 1000, height: 500 })).toEqual({
      left: '10%',
      top: '10%',
      width: '20%',
      height: '30%',
    });
  });

  it('know their shorter side', () => {
    expect(shorterSide(box)).toBe(150);
  });

  it('have a portrait around them that stays inside the image', () => {
    const image = { width: 1000, height: 500 };
    const middle = portraitCrop(box, image);
    expect(middle.side).toBeCloseTo(340);
    expect(middle.x).toBeCloseTo(30);
    expect(middle.y).toBe(0);
    const corner = portraitCrop([900, 400, 1000, 500], image);
    expect(corner.x + corner.side).toBeCloseTo(1000);
    expect(corner.y + corner.side).toBeCloseTo(500);
    expect(portraitCrop([0, 0, 1000, 500], image)).toEqual({ x: 250, y: 0, side: 500 });
  });
});
