import { describe, expect, it } from 'vitest';
import { useFacetPage, type FacetPage } from './facet-page.js';

const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** The faces of a photo, and how many threads loaded the runtime. */
async function analysed(facetPage: FacetPage, threads?: number) {
  const page = await facetPage.open();
  const before = facetPage.site().requests.length;
  const result = await page.evaluate(async (wanted) => {
    const facet = await facetModule.openFacet({
      models: '/models/',
      ...(wanted !== undefined && { threads: wanted }),
    });
    const blob = await (await fetch('/photos/sample1.jpg')).blob();
    const { faces } = await facet.analyse(blob, { faces: { kind: 'detect', maxFaces: 1 } });
    facet.close();
    return {
      crossOriginIsolated,
      cores: navigator.hardwareConcurrency,
      faces: faces.map(({ box, ageRange, gender }) => ({
        x1: Math.round(box.x1),
        y1: Math.round(box.y1),
        ageRange,
        gender,
      })),
    };
  }, threads);
  const runtimes = facetPage
    .site()
    .requests.slice(before)
    .filter((path) => path === '/facet/ort-wasm-simd-threaded.mjs').length;
  return { ...result, runtimes };
}

describe('a page', () => {
  const plain = useFacetPage();
  const isolated = useFacetPage({ headers: ISOLATED });

  it('that is cross-origin isolated uses threads, with the same results', async () => {
    const alone = await analysed(plain, 4);
    const several = await analysed(isolated);
    const one = await analysed(isolated, 1);
    expect([alone.crossOriginIsolated, several.crossOriginIsolated]).toEqual([false, true]);
    // The program itself, and once for each thread beside the first.
    expect([alone.runtimes, one.runtimes]).toEqual([1, 1]);
    expect(several.runtimes).toBe(Math.min(4, several.cores));
    expect(several.faces).toEqual(alone.faces);
    expect(several.faces).toHaveLength(1);
  });
});
