import { tarballSpec, type Tarball } from '../manifest.js';
import { runCommand } from './npm-command.js';

const DEADLINE_MS = 60_000;

/** Fails with what is missing, and what to do about it, when npm cannot serve a package to the tests. */
export async function requireRegistry(npmCommand: readonly string[], tarball: Tarball): Promise<void> {
  const spec = tarballSpec(tarball);
  const { status, errorText } = await runCommand([...npmCommand, 'view', spec, 'version'], DEADLINE_MS);
  if (status === 'ok') return;
  throw new Error(
    `These tests need npm and a registry: they fetch ${spec} (${(tarball.bytes / 1e6).toFixed(1)} MB) as a user would. ` +
      `\`npm view ${spec}\` must work here first; it ended with "${status}":\n${errorText.trim()}`,
  );
}
