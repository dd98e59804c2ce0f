import { serviceUrl } from '../../api/call.js';
import { filePhoto, type Photo } from './photo.js';

/** What the portal knows of a sample photo. */
interface SampleFacts {
  /** The path of the photo itself. */
  readonly path: string;
  readonly title: string;
  /** The path of a small one. */
  readonly thumbnail: string;
}

/** The photos that come with the portal; lab/bench/src/samples.ts makes them. */
const TITLES: Readonly<Record<string, string>> = {
  '1-portrait.jpg': 'One person',
  '2-group.jpg': 'Six people',
  '3-crowd.jpg': 'A crowd',
  '4-same-person-then.jpg': 'The same person, years ago',
  '5-same-person-now.jpg': 'The same person, later',
  '6-look-alike-one.jpg': 'Look-alike, one',
  '7-look-alike-two.jpg': 'Look-alike, the other',
  '8-no-face.jpg': 'No face at all',
};

/** Who is to be credited for them; the NOTICE of the project says more. */
export const SAMPLE_CREDIT =
  'Sample photos: official portraits of members of the US Congress, works of the US government in the public domain.';

/** An operator may offer other photos, which have no title. */
export function sampleFacts(path: string, n: number): SampleFacts {
  const name = path.split('/').at(-1) ?? '';
  const title = TITLES[name];
  return title === undefined
    ? { path, title: `Sample photo ${n + 1}`, thumbnail: path }
    : { path, title, thumbnail: path.replace(name, `thumbs/${name}`) };
}

/** Whether these are the photos that come with the portal, which need their credit. */
export const haveCredit = (paths: readonly string[]): boolean =>
  paths.some((path) => (path.split('/').at(-1) ?? '') in TITLES);

/** The sample that shows most of the service. */
export const firstSample = (paths: readonly string[]): string | null =>
  paths.find((path) => path.endsWith('/2-group.jpg')) ?? paths[0] ?? null;

export const sampleUrl = (path: string): string => serviceUrl(`/${path.replace(/^\/+/, '')}`);

const DEADLINE_MS = 20_000;

export const SAMPLE_NOT_LOADED =
  'The sample photo could not be loaded. Check your connection, then try again.';

/** Rejects if the sample cannot be loaded; `SAMPLE_NOT_LOADED` is the message to show. */
export async function fetchSample(path: string): Promise<Photo> {
  const response = await fetch(sampleUrl(path), { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`The sample ${path} returned status ${response.status}.`);
  // The path as the ID: a sample that is chosen twice is analysed once.
  return filePhoto(await response.blob(), path.split('/').at(-1) ?? 'sample.jpg', path);
}
