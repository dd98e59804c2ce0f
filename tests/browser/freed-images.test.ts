import { expect, it } from 'vitest';
import { useFacetPage } from './facet-page.js';

const facetPage = useFacetPage();

declare global {
  /** In the worker: how many images were closed. */
  var closedImages: number;
}

it('the pixels of every image are freed, also where a call is cancelled before it begins', async () => {
  const page = await facetPage.open();
  await page.evaluate(async () => {
    globalThis.openedFacet = await facetModule.openFacet({ models: '/models/' });
  });
  const worker = page.workers()[0] ?? (await page.waitForEvent('worker'));
  await worker.evaluate(() => {
    globalThis.closedImages = 0;
    const close = Object.getOwnPropertyDescriptor(ImageBitmap.prototype, 'close')?.value as () => void;
    ImageBitmap.prototype.close = function (this: ImageBitmap) {
      // A closed one has no size.
      if (this.width > 0) globalThis.closedImages += 1;
      close.call(this);
    };
  });
  const outcomes = await page.evaluate(async () => {
    const codeOf = (failure: unknown): string =>
      failure instanceof facetModule.EngineError ? failure.code : String(failure);
    const areSent = new Promise<void>((resolve) => {
      let calls = 0;
      const send = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
        ...given: unknown[]
      ) => void;
      Worker.prototype.postMessage = function (this: Worker, message: { kind: string }, ...rest: unknown[]) {
        send.call(this, message, ...rest);
        if (message.kind === 'call') calls += 1;
        if (calls === 3) resolve();
      };
    });
    const nobody = new OffscreenCanvas(300, 200);
    nobody.getContext('2d')?.fillRect(0, 0, 300, 200);
    const stop = new AbortController();
    const running = openedFacet.analyse(nobody).then(({ faces }) => faces.length, codeOf);
    const cancelled = openedFacet.analyse(nobody, { signal: stop.signal }).catch(codeOf);
    // Its second image is not looked at.
    const match = openedFacet.match(nobody, nobody).catch(codeOf);
    await areSent;
    stop.abort();
    const codes = [await running, await cancelled, await match];
    // It comes after all that the worker does for the others.
    return [...codes, await openedFacet.analyse(new Blob(['no photo'])).catch(codeOf)];
  });
  expect(outcomes).toEqual([0, 'aborted', 'no-face', 'image-unreadable']);
  expect(await worker.evaluate(() => globalThis.closedImages)).toBe(4);
});
