import { EngineError, openFacet, type Facet } from '@facet/browser';
import type { PageFunctions } from '../src/browser/page-functions.js';
import { openFaceApi, openHuman } from './others.js';
import { compareTracking } from './tracking.js';

const ONE_FACE = { faces: { kind: 'detect', maxFaces: 1 } } as const;
const blobOf = async (path: string): Promise<Blob> => (await fetch(path)).blob();

const functionsWith = (facet: Facet): PageFunctions => ({
  firstResult: async (path) => {
    const photo = await blobOf(path);
    const start = performance.now();
    await facet.analyse(photo, ONE_FACE);
    return performance.now() - start;
  },

  analyse: async (path) => {
    const { faces } = await facet.analyse(await blobOf(path));
    return faces.map(({ box, landmarks, ageRange, gender }) => ({ box, landmarks, ageRange, gender }));
  },

  vector: async (path) => {
    try {
      return [...(await facet.vector(await blobOf(path))).vector];
    } catch (error) {
      if (error instanceof EngineError && error.code === 'no-face') return null;
      throw error;
    }
  },

  compareSpeed: async (path, rounds) => {
    const faceApi = await openFaceApi();
    const human = await openHuman();
    const bitmap = await createImageBitmap(await blobOf(path));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const works = [
      ['facet', async () => (await facet.analyse(canvas, ONE_FACE)).faces.length],
      [
        'faceApi',
        async () => {
          const found = await faceApi.detectSingleFace(canvas).withFaceLandmarks().withAgeAndGender();
          return found === undefined ? 0 : 1;
        },
      ],
      ['human', async () => (await human.detect(canvas)).face.length],
    ] as const;
    const times: Awaited<ReturnType<PageFunctions['compareSpeed']>> = { facet: [], faceApi: [], human: [] };
    for (let round = -1; round < rounds; round++)
      for (const [name, work] of works) {
        const start = performance.now();
        const faces = await work();
        if (faces !== 1) throw new Error(`${name} found ${faces} faces.`);
        if (round >= 0) times[name].push(performance.now() - start);
      }
    return times;
  },

  compareTracking: (rounds, seconds) => compareTracking(facet, rounds, seconds),
});

// Called by name, from outside.
Object.assign(globalThis, { bench: functionsWith(await openFacet({ models: '/models/' })) });
