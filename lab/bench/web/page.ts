import { EngineError, openFacet, type Facet } from '@facet/browser';
import type { PageFunctions, SpeedBeside } from '../src/browser/page-functions.js';
import { interleave } from '../src/speed/interleave.js';
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
    const one = (name: string, faces: number): void => {
      if (faces !== 1) throw new Error(`${name} found ${faces} faces.`);
    };
    const times = await interleave(rounds, {
      facet: async () => {
        one('Facet', (await facet.analyse(canvas, ONE_FACE)).faces.length);
      },
      faceApi: async () => {
        const found = await faceApi.detectSingleFace(canvas).withFaceLandmarks().withAgeAndGender();
        one('face-api', found === undefined ? 0 : 1);
      },
      human: async () => {
        one('human', (await human.detect(canvas)).face.length);
      },
    });
    const beside = (other: 'faceApi' | 'human'): SpeedBeside => ({
      ms: times.median(other),
      ratio: times.ratio(other, 'facet'),
    });
    return { facetMs: times.median('facet'), faceApi: beside('faceApi'), human: beside('human') };
  },

  compareTracking: (rounds, seconds) => compareTracking(facet, rounds, seconds),
});

// Called by name, from outside.
Object.assign(globalThis, { bench: functionsWith(await openFacet({ models: '/models/' })) });
