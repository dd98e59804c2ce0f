import { openEngine, type Analysis, type AttributedFace, type Engine } from '@facet/engine';
import { afterAll, beforeAll } from 'vitest';
import { SAMPLES, type SampleNumber } from './image/sample-photos.test.fixture.js';

/** The sample photos and what an engine found in them, from the first test of a file to its last. */
export interface AnalysedSamples {
  readonly engine: () => Engine;
  readonly photo: (n: SampleNumber) => Buffer;
  readonly analysis: (n: SampleNumber) => Analysis;
  readonly face: (n: SampleNumber, index: number) => AttributedFace;
}

/** Opens an engine before the tests of the file that calls this, and shows it each sample as `prepare` gives it. */
export function analysedSamples(prepare: (n: SampleNumber) => Buffer | Promise<Buffer>): AnalysedSamples {
  const opened: Engine[] = [];
  const known = new Map<SampleNumber, { readonly photo: Buffer; readonly analysis: Analysis }>();
  beforeAll(async () => {
    const engine = await openEngine({ workers: 2 });
    opened.push(engine);
    const showOne = async (n: SampleNumber): Promise<void> => {
      const photo = await prepare(n);
      known.set(n, { photo, analysis: await engine.analyse(photo) });
    };
    await Promise.all(SAMPLES.map(showOne));
  });
  afterAll(() => Promise.all(opened.map((engine) => engine.close())));

  const one = <Value>(value: Value | undefined, what: string): Value => {
    if (value === undefined) throw new Error(`there is no ${what}`);
    return value;
  };
  const analysis = (n: SampleNumber): Analysis => one(known.get(n), `sample ${n}`).analysis;
  return {
    engine: () => one(opened[0], 'engine'),
    photo: (n) => one(known.get(n), `sample ${n}`).photo,
    analysis,
    face: (n, index) => one(analysis(n).faces[index], `face ${index} in sample ${n}`),
  };
}
