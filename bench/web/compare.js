// Runs in the page of `npm run bench:browser`: Facet beside face-api and human, all on one thread of WebAssembly.
import { openFacet } from '/facet/index.js';
import * as faceapi from '/face-api/face-api.esm.js';
import { Human } from '/human/human.esm.js';

const models = '/models/';
const ONE_FACE = { faces: { kind: 'detect', maxFaces: 1 } };
const blobOf = async (path) => (await fetch(path)).blob();
let facet = await openFacet({ models });

/** What a cold page waits for the faces of a photo, in milliseconds. */
globalThis.firstResult = async (path) => {
  const photo = await blobOf(path);
  const start = performance.now();
  await facet.analyse(photo, ONE_FACE);
  return performance.now() - start;
};

globalThis.analyse = async (path) => {
  const { faces } = await facet.analyse(await blobOf(path));
  return faces.map(({ box, landmarks, ageRange, gender }) => ({ box, landmarks, ageRange, gender }));
};

globalThis.vector = async (path) => {
  try {
    return [...(await facet.vector(await blobOf(path))).vector];
  } catch (error) {
    if (error.code === 'no-face') return null;
    throw error;
  }
};

async function openOthers() {
  faceapi.tf.setWasmPaths('/tfjs/');
  await faceapi.tf.setBackend('wasm');
  await faceapi.tf.ready();
  for (const net of ['ssdMobilenetv1', 'tinyFaceDetector', 'faceLandmark68Net', 'ageGenderNet'])
    await faceapi.nets[net].loadFromUri('/face-api-models');
  const human = new Human({
    backend: 'wasm',
    wasmPath: '/tfjs/',
    modelBasePath: '/human-models/',
    cacheSensitivity: 0,
    debug: false,
    face: {
      enabled: true,
      // Each call is a photo of its own: nothing is kept from the one before.
      detector: { maxDetected: 1, skipFrames: 0, skipTime: 0 },
      mesh: { enabled: true },
      iris: { enabled: false },
      attention: { enabled: false },
      description: { enabled: true, skipFrames: 0, skipTime: 0 },
      emotion: { enabled: false },
    },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    gesture: { enabled: false },
  });
  await human.load();
  return human;
}

/** Milliseconds of each, in turns: detection, points, age and gender of one portrait. */
globalThis.compareSpeed = async (path, rounds) => {
  const human = await openOthers();
  const bitmap = await createImageBitmap(await blobOf(path));
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  const works = {
    facet: async () => (await facet.analyse(canvas, ONE_FACE)).faces.length,
    faceApi: async () =>
      (await faceapi.detectSingleFace(canvas).withFaceLandmarks().withAgeAndGender()) === undefined ? 0 : 1,
    human: async () => (await human.detect(canvas)).face.length,
  };
  const times = { facet: [], faceApi: [], human: [] };
  for (let round = -1; round < rounds; round++)
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now();
      const faces = await work();
      if (faces !== 1) throw new Error(`${name} found ${faces} faces.`);
      if (round >= 0) times[name].push(performance.now() - start);
    }
  return times;
};

/** Frames per second of both, in turns, and the longest time for which Facet's tracking held up the page. */
globalThis.compareTracking = async (rounds, seconds) => {
  await openOthers();
  const video = document.createElement('video');
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
  await video.play();
  const ours = async () => {
    let frames = 0;
    let end = 0;
    const tracking = facet.track(video, ({ faces }) => {
      if (faces.length !== 1) throw new Error(`Facet found ${faces.length} faces.`);
      end ||= performance.now() + 1000 * seconds;
      frames += 1;
      if (performance.now() >= end) tracking.stop();
    });
    const start = performance.now();
    await tracking.ended;
    return (1000 * frames) / (performance.now() - start);
  };
  const theirs = async () => {
    const start = performance.now();
    let frames = 0;
    while (performance.now() < start + 1000 * seconds) {
      const found = await faceapi
        .detectSingleFace(video, new faceapi.TinyFaceDetectorOptions())
        .withFaceLandmarks();
      if (found === undefined) throw new Error('face-api found nobody.');
      frames += 1;
    }
    return (1000 * frames) / (performance.now() - start);
  };
  const result = { facet: [], faceApi: [], longestBlockMs: 0 };
  for (let round = -1; round < rounds; round++) {
    // The task in which face-api ended must be over, or it would count as ours.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    const blocks = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (round >= 0 && startTime >= start)
          result.longestBlockMs = Math.max(result.longestBlockMs, duration);
    });
    blocks.observe({ entryTypes: ['longtask'] });
    const own = await ours();
    blocks.disconnect();
    const other = await theirs();
    if (round >= 0) {
      result.facet.push(own);
      result.faceApi.push(other);
    }
  }
  return result;
};
globalThis.isReady = true;
