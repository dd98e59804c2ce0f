import { DockerfileParser, type PropertyInstruction } from 'dockerfile-ast';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.js';

export const DOCKERFILE = join(ROOT, 'deploy', 'Dockerfile');

export interface ImageFacts {
  /** What it begins with, by default. */
  readonly base: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly health: readonly string[];
  readonly user: string;
  readonly workDir: string;
  readonly volume: string;
}

/** What the last stage of the Dockerfile says of the image. */
export function readImageFacts(): ImageFacts {
  const file = DockerfileParser.parse(readFileSync(DOCKERFILE, 'utf8'));
  const all = file.getInstructions();
  const start = all.findLastIndex((each) => each.getKeyword() === 'FROM');
  const last = (keyword: string): string => {
    const found = all.slice(start).findLast((each) => each.getKeyword() === keyword);
    const text = found?.getArgumentsContent();
    if (text === undefined || text === null) throw new Error(`The image has no ${keyword}.`);
    return text.trim();
  };
  const list = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];
  const env = all
    .slice(start)
    .filter((each): each is PropertyInstruction => each.getKeyword() === 'ENV')
    .flatMap((each) => each.getProperties())
    .map((property) => [property.getName(), property.getValue() ?? ''] as const);
  const base = file.getARGs()[0]?.getProperty()?.getValue();
  return {
    base: base ?? '',
    env: Object.fromEntries(env),
    command: list(last('CMD')),
    health: list(last('HEALTHCHECK')),
    user: last('USER'),
    workDir: last('WORKDIR'),
    volume: last('VOLUME'),
  };
}
