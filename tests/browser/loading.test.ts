import { describe, expect, it } from 'vitest';
import { WEB_MODELS, webModelFile } from '@facet/analysis/web-models.js';
import { useFacetPage } from './facet-page.js';

const detector = webModelFile('detector');
const facetPage = useFacetPage({
  content: {
    [`/wrong/${detector}`]: { text: 'x'.repeat(WEB_MODELS.detector.bytes) },
    [`/long/${detector}`]: { text: 'x'.repeat(WEB_MODELS.detector.bytes + 1) },
  },
  mayLog: /Failed to load resource/,
});
const modelRequests = (): string[] => facetPage.site().requests.filter((path) => path.startsWith('/models/'));

describe('models', () => {
  it('load when a call needs them, with progress, and come from the cache after that', async () => {
    const page = await facetPage.open();
    const before = modelRequests().length;
    const progress = await page.evaluate(async () => {
      const seen: { model: string; loadedBytes: number; totalBytes: number }[] = [];
      const facet = await facetModule.openFacet({
        models: '/models/',
        onProgress: (each) => seen.push(each),
      });
      const blob = await (await fetch('/photos/sample1.jpg')).blob();
      await facet.analyse(blob, { faces: { kind: 'detect', maxFaces: 1 } });
      facet.close();
      return seen;
    });
    const needed = ['detector', 'landmarks', 'attributes', 'age-gender'] as const;
    expect(new Set(modelRequests().slice(before))).toEqual(
      new Set(needed.map((name) => `/models/${webModelFile(name)}`)),
    );
    for (const name of needed) {
      const own = progress.filter(({ model }) => model === name);
      expect(own[0]?.loadedBytes).toBe(0);
      expect(own.at(-1)).toEqual({
        model: name,
        loadedBytes: WEB_MODELS[name].bytes,
        totalBytes: WEB_MODELS[name].bytes,
      });
      expect(own.map(({ loadedBytes }) => loadedBytes)).toEqual(
        own.map(({ loadedBytes }) => loadedBytes).sort((a, b) => a - b),
      );
    }
    const loaded = modelRequests().length;
    const again = await facetPage.open(page.context());
    const faces = await again.evaluate(async () => {
      const facet = await facetModule.openFacet({ models: '/models/' });
      const blob = await (await fetch('/photos/sample1.jpg')).blob();
      const found = await facet.analyse(blob, { faces: { kind: 'detect', maxFaces: 1 } });
      facet.close();
      return found.faces.length;
    });
    expect(faces).toBe(1);
    expect(modelRequests()).toHaveLength(loaded);
  });

  it('are fetched side by side', async () => {
    const page = await facetPage.open();
    const held: (() => void)[] = [];
    const loads = ['detector', 'landmarks', 'embedder'] as const;
    await page.context().route('**/models/*', async (route) => {
      // Each waits until all were requested.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length === loads.length) for (const release of held) release();
      });
      await route.fallback();
    });
    const before = modelRequests().length;
    const numbers = await page.evaluate(async () => {
      const facet = await facetModule.openFacet({ models: '/models/' });
      const blob = await (await fetch('/photos/sample1.jpg')).blob();
      const { vector } = await facet.vector(blob);
      facet.close();
      return vector.length;
    });
    expect(numbers).toBe(128);
    expect(new Set(modelRequests().slice(before))).toEqual(
      new Set(loads.map((name) => `/models/${webModelFile(name)}`)),
    );
  });

  it.each([
    ['/wrong/', 'model-corrupt'],
    ['/long/', 'model-fetch-failed'],
    ['/nowhere', 'model-fetch-failed'],
  ])('in %s end a call with %s', async (models, code) => {
    const page = await facetPage.open();
    const error = await page.evaluate(async (folder) => {
      const facet = await facetModule.openFacet({ models: folder });
      const blob = await (await fetch('/photos/sample1.jpg')).blob();
      return facet.analyse(blob).then(
        () => 'a result',
        (failure: unknown) => (failure instanceof facetModule.EngineError ? failure.code : String(failure)),
      );
    }, models);
    expect(error).toBe(code);
  });
});

describe('a call', () => {
  it('that is cancelled fails at once, and the next one runs', async () => {
    const page = await facetPage.open();
    const outcome = await page.evaluate(async () => {
      const codeOf = (failure: unknown): string =>
        failure instanceof facetModule.EngineError ? failure.code : String(failure);
      const facet = await facetModule.openFacet({ models: '/models/' });
      const blob = await (await fetch('/photos/sample1.jpg')).blob();
      const running = new AbortController();
      const waiting = new AbortController();
      const order: string[] = [];
      const note =
        (name: string) =>
        (failure: unknown): number =>
          order.push(`${name}: ${codeOf(failure)}`);
      const first = facet.analyse(blob, { signal: running.signal }).catch(note('running'));
      const second = facet.analyse(blob, { signal: waiting.signal }).catch(note('waiting'));
      const third = facet.analyse(blob).then(({ faces }) => order.push(`next: ${faces.length}`));
      waiting.abort();
      await second;
      running.abort();
      await Promise.all([first, third]);
      await facet.analyse(blob, { signal: AbortSignal.abort() }).catch(note('late'));
      return order;
    });
    expect(outcome).toEqual(['waiting: aborted', 'running: aborted', 'next: 3', 'late: aborted']);
  });

  it('counts as long as the worker has it: cancelled calls make no room for more', async () => {
    const page = await facetPage.open();
    const codes = await page.evaluate(async () => {
      const codeOf = (failure: unknown): string =>
        failure instanceof facetModule.EngineError ? failure.code : String(failure);
      const facet = await facetModule.openFacet({ models: '/models/' });
      const blob = new Blob(['no photo']);
      const stop = new AbortController();
      const many = Array.from({ length: 64 }, () =>
        facet.analyse(blob, { signal: stop.signal }).catch(codeOf),
      );
      const beyond = await facet.analyse(blob).catch(codeOf);
      stop.abort();
      const cancelled = new Set(await Promise.all(many));
      const afterwards = await facet.analyse(blob).catch(codeOf);
      let later = afterwards;
      while (later === 'engine-busy') {
        await new Promise((resolve) => setTimeout(resolve));
        later = await facet.analyse(blob).catch(codeOf);
      }
      return [beyond, ...cancelled, afterwards, later];
    });
    expect(codes).toEqual(['engine-busy', 'aborted', 'engine-busy', 'image-unreadable']);
  });

  it('fails with a typed error for what is no photo, for no face, and once it is closed', async () => {
    const page = await facetPage.open();
    const codes = await page.evaluate(async () => {
      const codeOf = (failure: unknown): string =>
        failure instanceof facetModule.EngineError ? failure.code : String(failure);
      const facet = await facetModule.openFacet({ models: '/models/' });
      const empty = new OffscreenCanvas(300, 200);
      empty.getContext('2d')?.fillRect(0, 0, 300, 200);
      const noPhoto = await facet.analyse(new Blob(['no photo'])).catch(codeOf);
      const noFace = await facet.vector(empty).catch(codeOf);
      const none = await facet.analyse(empty);
      const running = facet.analyse(empty).catch(codeOf);
      facet.close();
      return [noPhoto, noFace, none.faces.length, await running, await facet.analyse(empty).catch(codeOf)];
    });
    expect(codes).toEqual(['image-unreadable', 'no-face', 0, 'engine-closed', 'engine-closed']);
  });
});
