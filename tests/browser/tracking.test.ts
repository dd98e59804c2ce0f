import { beforeAll, expect, it } from 'vitest';
import { ONE_PERSON } from '../portal/camera-film.js';
import { useFilmedBrowser } from '../portal/fake-camera.js';
import { useFacetPage } from './facet-page.js';

const filmed = useFilmedBrowser({});
const facetPage = useFacetPage({ browser: () => filmed().browser });
beforeAll(() => filmed().show({ ...ONE_PERSON, fills: 0.9 }));

it('follows a face through a video until it is stopped', async () => {
  const page = await facetPage.open();
  await page.context().grantPermissions(['camera'], { origin: facetPage.site().url });
  const seen = await page.evaluate(async () => {
    const video = document.createElement('video');
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
    await video.play();
    const facet = await facetModule.openFacet({ models: '/models/' });
    const whole = await facet.analyse(video);
    const frames: {
      ids: number[];
      x: number;
      landmarks: number;
      smile: number | undefined;
      timeMs: number;
    }[] = [];
    await new Promise<void>((resolve, reject) => {
      const tracking = facet.track(
        video,
        ({ faces, timeMs }) => {
          const [face] = faces;
          frames.push({
            ids: faces.map(({ id }) => id),
            x: face?.box.x1 ?? NaN,
            landmarks: face?.landmarks.length ?? 0,
            smile: face?.expression?.smile,
            timeMs,
          });
          if (frames.length === 8) tracking.stop();
        },
        { expression: true },
      );
      tracking.ended.then(resolve, reject);
    });
    const afterStop = frames.length;
    // A frame that was on its way when the tracking stopped would come before this result.
    await facet.analyse(video, { faces: { kind: 'detect', maxFaces: 1 } });
    facet.close();
    return { frames, afterStop, x: whole.faces[0]?.box.x1, later: frames.length };
  });
  expect(seen.frames).toHaveLength(8);
  expect([seen.afterStop, seen.later]).toEqual([8, 8]);
  for (const { ids, x, landmarks, smile } of seen.frames) {
    expect(ids).toEqual([1]);
    expect(Math.abs(x - (seen.x ?? NaN))).toBeLessThan(12);
    expect(landmarks).toBe(68);
    expect(smile).toBeGreaterThanOrEqual(0);
  }
  const times = seen.frames.map(({ timeMs }) => timeMs);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
});

it('leaves the page free: models run and pixels are read in the worker alone', async () => {
  const page = await facetPage.open();
  await page.context().grantPermissions(['camera'], { origin: facetPage.site().url });
  const { work, loaded, faces } = await page.evaluate(async () => {
    const work: string[] = [];
    const watch = (owner: object, names: readonly string[]): void => {
      for (const name of names) {
        const original = Object.getOwnPropertyDescriptor(owner, name)?.value as () => unknown;
        const value = new Proxy(original, {
          apply: (target, self, given: []): unknown => {
            work.push(name);
            return target.apply(self, given);
          },
          construct: (target, given): object => {
            work.push(name);
            return Reflect.construct(target, given) as object;
          },
        });
        Object.defineProperty(owner, name, { value });
      }
    };
    const programs = [
      'compile',
      'compileStreaming',
      'instantiate',
      'instantiateStreaming',
      'Module',
      'Instance',
    ];
    watch(WebAssembly, programs);
    watch(CanvasRenderingContext2D.prototype, ['drawImage', 'getImageData']);
    watch(OffscreenCanvasRenderingContext2D.prototype, ['drawImage', 'getImageData']);
    const video = document.createElement('video');
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
    await video.play();
    globalThis.openedFacet = await facetModule.openFacet({ models: '/models/' });
    const counts: number[] = [];
    const tracking = openedFacet.track(video, (frame) => {
      counts.push(frame.faces.length);
      if (counts.length === 5) tracking.stop();
    });
    await tracking.ended;
    // What the page itself does would be noticed.
    new OffscreenCanvas(1, 1).getContext('2d')?.drawImage(video, 0, 0);
    return {
      work,
      loaded: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      faces: counts,
    };
  });
  const loadedByWorker = await page
    .workers()[0]
    ?.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  expect(faces).toEqual([1, 1, 1, 1, 1]);
  expect(work).toEqual(['drawImage']);
  const heavy = /\/ort-|\.onnx$/;
  expect(loaded).toContain('/facet/index.js');
  expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
  expect(loadedByWorker?.filter((path) => heavy.test(path)).length).toBeGreaterThanOrEqual(4);
});

it('ends by a signal, and fails with what it is given no more', async () => {
  const page = await facetPage.open();
  await page.context().grantPermissions(['camera'], { origin: facetPage.site().url });
  const outcomes = await page.evaluate(async () => {
    const video = document.createElement('video');
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
    await video.play();
    const facet = await facetModule.openFacet({ models: '/models/' });
    const stop = new AbortController();
    let results = 0;
    const first = facet.track(
      video,
      () => {
        results += 1;
        stop.abort();
      },
      { signal: stop.signal },
    );
    await first.ended;
    const second = facet.track(video, () => {
      facet.close();
    });
    const failed = await second.ended.catch((error: unknown) =>
      error instanceof facetModule.EngineError ? error.code : String(error),
    );
    return { results, failed };
  });
  expect(outcomes).toEqual({ results: 1, failed: 'engine-closed' });
});
