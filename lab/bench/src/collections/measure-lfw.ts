import { startService } from '@facet/test-support';
import { facesByPerson, gather, type Gathering } from '../gallery/measure-people.js';
import { seededRandom } from '../gallery/synthetic-vectors.js';
import { printTable } from '../common/print-table.js';
import type { RealFaces } from '../recognition/real-faces.js';
import { CollectionClient } from './collection-client.js';

const SIZES: readonly Gathering[] = [
  { people: 200, photos: 1, rounds: 5 },
  { people: 1041, photos: 1, rounds: 2 },
];
export const MAX_ACCEPTED = 0.02;
export const MIN_FOUND = 0.96;

export interface LfwFigure {
  readonly people: number;
  readonly threshold: number;
  /** The share of people who are not enrolled and were taken for somebody. */
  readonly accepted: number;
  readonly notEnrolled: number;
  /** The share of other photos of the enrolled for which their person came first. */
  readonly found: number;
  readonly probes: number;
}

/** Enrols people of LFW in collections, and searches them over HTTP at the default threshold. */
export async function measureLfw(real: RealFaces, apiKey: string): Promise<LfwFigure[]> {
  const service = await startService({ apiKey, env: { FACET_COLLECTIONS: '1', FACET_WORKERS: '1' } });
  const client = new CollectionClient(service.url, apiKey);
  try {
    const figures: LfwFigure[] = [];
    for (const gathering of SIZES) figures.push(await measureSize(client, real, gathering));
    return figures;
  } finally {
    await client.close();
    await service.stop();
  }
}

async function measureSize(
  client: CollectionClient,
  { faces, fillers }: RealFaces,
  gathering: Gathering,
): Promise<LfwFigure> {
  const byPerson = facesByPerson(faces);
  const random = seededRandom(gathering.people);
  let [accepted, strangers, found, searched, threshold] = [0, 0, 0, 0, 0];
  for (let round = 0; round < gathering.rounds; round++) {
    const { gallery, notEnrolled, probes } = gather(byPerson, fillers, gathering, random);
    const collection = `of-${gathering.people}-${round}`;
    await client.create(collection);
    await client.importFile(collection, gallery.save());
    for (const { person, vector } of notEnrolled) {
      const result = await client.search(collection, vector);
      // Where nearly everybody is enrolled, somebody is a stranger to all the others.
      if (result.people.some((other) => other !== person)) accepted++;
      strangers++;
      ({ threshold } = result);
    }
    for (const { person, vector } of probes) {
      if ((await client.search(collection, vector)).people[0] === person) found++;
      searched++;
    }
  }
  return {
    people: gathering.people,
    threshold,
    accepted: accepted / strangers,
    notEnrolled: strangers,
    found: found / searched,
    probes: searched,
  };
}

const percent = (share: number): string => (100 * share).toFixed(2);

export function printLfw(figures: readonly LfwFigure[]): void {
  printTable(
    ['people', 'threshold', 'not enrolled', 'accepted %', 'probes', 'found first %'],
    figures.map((figure) => [
      String(figure.people),
      figure.threshold.toFixed(3),
      String(figure.notEnrolled),
      percent(figure.accepted),
      String(figure.probes),
      percent(figure.found),
    ]),
  );
}
