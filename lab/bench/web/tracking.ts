import type { Facet } from '@facet/browser';
import type { TrackingSpeed } from '../src/browser/page-functions.js';
import { openFaceApi } from './others.js';

/** The task in which face-api ended must be over, or it would count as ours. */
const AFTER_THEIRS_MS = 200;

export async function compareTracking(facet: Facet, rounds: number, seconds: number): Promise<TrackingSpeed> {
  const faceApi = await openFaceApi();
  const video = document.createElement('video');
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 480 } });
  await video.play();

  const ours = async (): Promise<number> => {
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
  const theirs = async (): Promise<number> => {
    const start = performance.now();
    let frames = 0;
    while (performance.now() < start + 1000 * seconds) {
      const found = await faceApi
        .detectSingleFace(video, new faceApi.TinyFaceDetectorOptions())
        .withFaceLandmarks();
      if (found === undefined) throw new Error('face-api found nobody.');
      frames += 1;
    }
    return (1000 * frames) / (performance.now() - start);
  };

  const [facetSpeeds, faceApiSpeeds]: [number[], number[]] = [[], []];
  let longestBlockMs = 0;
  for (let round = -1; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, AFTER_THEIRS_MS));
    const start = performance.now();
    const note = (tasks: PerformanceEntryList): void => {
      for (const { startTime, duration } of tasks)
        if (round >= 0 && startTime >= start) longestBlockMs = Math.max(longestBlockMs, duration);
    };
    const blocks = new PerformanceObserver((list) => {
      note(list.getEntries());
    });
    blocks.observe({ entryTypes: ['longtask'] });
    const own = await ours();
    // The last task has to end, or it would not be among the records.
    await new Promise((resolve) => setTimeout(resolve));
    note(blocks.takeRecords());
    blocks.disconnect();
    const other = await theirs();
    if (round >= 0) {
      facetSpeeds.push(own);
      faceApiSpeeds.push(other);
    }
  }
  return { facet: facetSpeeds, faceApi: faceApiSpeeds, longestBlockMs };
}
