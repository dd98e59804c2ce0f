import { ENROLMENT_RULES, type EnrolmentRule } from '@facet/engine';
import { startEngine } from './common/start-engine.js';
import { findEvalFolder, poses } from './data/datasets.js';
import { mean } from './common/statistics.js';
import { eachImage } from './measures/each-image.js';
import { enrolment } from './portraits/enrolment.js';
import { measureSharpness } from './portraits/measure-sharpness.js';
import { openings } from './portraits/openings.js';
import { saveResults } from './common/save-results.js';

/** Measures what describes a portrait: pose, open eyes and mouth, sharpness, and the check for enrolment. */
const folder = findEvalFolder();
const engine = await startEngine();
const limitOf = (wanted: EnrolmentRule): number =>
  ENROLMENT_RULES.find(({ rule }) => rule === wanted)?.threshold ?? NaN;

const measurePose = async (): Promise<object> => {
  const rows = await eachImage(await poses(folder), async ({ truth }, bytes) => {
    const { face } = await engine.vector(bytes, { extras: ['enrolment'] });
    const { yaw, pitch, roll } = face.pose;
    return {
      yaw: Math.abs(yaw - truth.yaw),
      pitch: Math.abs(pitch - truth.pitch),
      roll: Math.abs(roll - truth.roll),
    };
  });
  const error = (axis: 'yaw' | 'pitch' | 'roll'): number => mean(rows.map((row) => row[axis]));
  return { faces: rows.length, yaw: error('yaw'), pitch: error('pitch'), roll: error('roll') };
};

try {
  const results = {
    pose: await measurePose(),
    openings: await openings(engine, folder, { eyes: limitOf('eyes_open'), mouth: limitOf('mouth_closed') }),
    sharpness: await measureSharpness(engine, folder, limitOf('sharpness')),
    enrolment: await enrolment(engine, folder),
  };
  console.log(JSON.stringify(results, null, 2));
  console.log(`\nSaved to ${await saveResults('portraits', results)}`);
} finally {
  await engine.close();
}
