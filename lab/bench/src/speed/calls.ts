import { openEngine, type Engine } from '@facet/engine';
import { openFaceApi } from './face-api.js';
import type { Figure } from '../common/figure.js';
import { interleave } from './interleave.js';
import type { Photos } from './photos.js';
import { openYunetSface } from './yunet-sface.js';

const ROUNDS_FACE_API = 11;
const ROUNDS = 25;
const ROUNDS_THROUGHPUT = 9;
const CALLS_AT_ONCE = 12;

/** Calls of the engine, decoding included: against face-api, against themselves on larger photos, and plain. */
export async function measureCalls(photos: Photos): Promise<Figure[]> {
  const one = await openEngine({ workers: 1 });
  const two = await openEngine({ workers: 2 });
  try {
    return [
      ...(await againstFaceApi(one, photos)),
      ...(await againstYunetSface(one, photos)),
      ...(await againstSize(one, photos)),
      ...(await operations(one, photos)),
      await throughput(one, two, photos),
    ];
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

async function againstFaceApi(engine: Engine, { portrait, group }: Photos): Promise<Figure[]> {
  const faceApi = await openFaceApi();
  const times = await interleave(ROUNDS_FACE_API, {
    portrait: () => engine.vector(portrait),
    faceApiPortrait: () => faceApi.describe(portrait),
    group: () => engine.vector(group),
    faceApiGroup: () => faceApi.describe(group),
    analysePortrait: () => engine.analyse(portrait),
    faceApiAnalysePortrait: () => faceApi.analyse(portrait),
    analyseGroup: () => engine.analyse(group),
    faceApiAnalyseGroup: () => faceApi.analyse(group),
  });
  return [
    {
      measure: 'Vector of a 1024-px portrait: face-api (WASM) / engine',
      value: times.ratio('faceApiPortrait', 'portrait'),
      unit: '×',
      target: { least: 16 },
      count: times.rounds,
    },
    {
      measure: 'Vector of a 1024-px group photo: face-api (WASM) / engine',
      value: times.ratio('faceApiGroup', 'group'),
      unit: '×',
      count: times.rounds,
    },
    {
      measure: 'All faces of a 1024-px portrait with age and gender: face-api (WASM) / engine',
      value: times.ratio('faceApiAnalysePortrait', 'analysePortrait'),
      unit: '×',
      target: { least: 12 },
      count: times.rounds,
    },
    {
      measure: 'All faces of a 1024-px group photo with age and gender: face-api (WASM) / engine',
      value: times.ratio('faceApiAnalyseGroup', 'analyseGroup'),
      unit: '×',
      count: times.rounds,
    },
    {
      measure: 'Analyse / vector, 1024-px portrait',
      value: times.ratio('analysePortrait', 'portrait'),
      unit: '×',
      target: { most: 1.7 },
      count: times.rounds,
    },
    {
      measure: 'Analyse / vector, 1024-px group photo',
      value: times.ratio('analyseGroup', 'group'),
      unit: '×',
      target: { most: 2.5 },
      count: times.rounds,
    },
    {
      measure: 'face-api, 1024-px portrait',
      value: times.median('faceApiPortrait'),
      unit: 'ms',
      count: times.rounds,
    },
  ];
}

async function againstYunetSface(engine: Engine, { portrait, group }: Photos): Promise<Figure[]> {
  const peer = await openYunetSface();
  if (peer === null) {
    process.stderr.write('FACET_TEACHER_DIR has no YuNet: the comparison with YuNet + SFace is left out.\n');
    return [];
  }
  try {
    const times = await interleave(ROUNDS, {
      portrait: () => engine.vector(portrait),
      peerPortrait: () => peer.describe(portrait),
      group: () => engine.vector(group),
      peerGroup: () => peer.describe(group),
    });
    return [
      {
        measure: 'Vector of a 1024-px portrait: YuNet + SFace as published / engine',
        value: times.ratio('peerPortrait', 'portrait'),
        unit: '×',
        target: { least: 1.5 },
        count: times.rounds,
      },
      {
        measure: 'Vector of a 1024-px group photo: YuNet + SFace as published / engine',
        value: times.ratio('peerGroup', 'group'),
        unit: '×',
        count: times.rounds,
      },
      {
        measure: 'YuNet + SFace as published, 1024-px portrait',
        value: times.median('peerPortrait'),
        unit: 'ms',
        count: times.rounds,
      },
    ];
  } finally {
    await peer.close();
  }
}

async function againstSize(engine: Engine, { portrait, large }: Photos): Promise<Figure[]> {
  const times = await interleave(ROUNDS, {
    portrait: () => engine.vector(portrait),
    large: () => engine.vector(large),
  });
  return [
    {
      measure: 'Vector of a portrait: 12 megapixels / 1024 px',
      value: times.ratio('large', 'portrait'),
      unit: '×',
      target: { most: 2.5 },
      count: times.rounds,
    },
    {
      measure: 'Vector, 12-megapixel portrait',
      value: times.median('large'),
      unit: 'ms',
      count: times.rounds,
    },
  ];
}

async function operations(engine: Engine, { portrait, group }: Photos): Promise<Figure[]> {
  const works = {
    'Vector, 1024-px portrait': () => engine.vector(portrait),
    'Vector, 1024-px group photo': () => engine.vector(group),
    'Analyse, 1024-px portrait': () => engine.analyse(portrait),
    'Analyse, 1024-px group photo': () => engine.analyse(group),
    'Match, 1024-px portrait with itself, one worker': () => engine.match(portrait, portrait),
  };
  const times = await interleave(ROUNDS, works);
  return (Object.keys(works) as (keyof typeof works)[]).map((name) => ({
    measure: name,
    value: times.median(name),
    unit: 'ms',
    count: times.rounds,
  }));
}

async function throughput(one: Engine, two: Engine, { portrait }: Photos): Promise<Figure> {
  const burst = (engine: Engine): Promise<unknown> =>
    Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => engine.vector(portrait)));
  const times = await interleave(ROUNDS_THROUGHPUT, { one: () => burst(one), two: () => burst(two) });
  return {
    measure: `Throughput of ${CALLS_AT_ONCE} vectors at once: two workers / one`,
    value: times.ratio('one', 'two'),
    unit: '×',
    count: times.rounds,
  };
}
