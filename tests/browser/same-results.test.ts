import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEngine, type Analysis, type Engine } from '@facet/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PHOTOS, useFacetPage } from './facet-page.js';
import type * as facetModule from '@facet/browser';

const SAMPLES = [1, 2, 3, 4, 5, 6].map((n) => `sample${n}.jpg`);

declare global {
  /** The package, in the page. */
  var facetModule: typeof import('@facet/browser');
}

const facetPage = useFacetPage();
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ workers: 1 });
});
afterAll(() => engine.close());

it('finds the same faces as the engine', async () => {
  const page = await facetPage.open();
  for (const name of SAMPLES) {
    const expected = await engine.analyse(await readFile(join(PHOTOS, name)));
    const found = await page.evaluate(async (file) => {
      const facet = await facetModule.openFacet({ models: '/models/' });
      const blob = await (await fetch(`/photos/${file}`)).blob();
      const t = performance.now();
      const r = await facet.analyse(blob);
      const t1 = performance.now();
      const r2 = await facet.analyse(blob);
      console.log(file, t1 - t, performance.now() - t1, JSON.stringify(r2.timings));
      facet.close();
      return r;
    }, name);
    compare(name, found, expected);
  }
});
function compare(name: string, a: Analysis, b: Analysis) {
  console.log(name, a.faces.length, b.faces.length, a.imageSize, b.imageSize);
  a.faces.forEach((f, i) => {
    const g = b.faces[i];
    if (!g) return;
    const d =
      f.landmarks.reduce(
        (s, p, j) => s + Math.hypot(p.x - (g.landmarks[j]?.x ?? 0), p.y - (g.landmarks[j]?.y ?? 0)),
        0,
      ) / 68;
    console.log(
      i,
      'box',
      ...(['x1', 'y1', 'x2', 'y2'] as const).map((k) => (f.box[k] - g.box[k]).toFixed(2)),
      'lm',
      d.toFixed(3),
      f.ageRange === g.ageRange,
      f.gender === g.gender,
      (f.ageYears - g.ageYears).toFixed(2),
    );
  });
}
