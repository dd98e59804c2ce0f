import { fail, ok, type Finding } from './finding.js';

const MAJOR = 20;
const MINOR = 19;

export function checkNode(version: string, platform: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const found = `${version} on ${platform}`;
  return major > MAJOR || (major === MAJOR && minor >= MINOR)
    ? ok('Node', found)
    : fail('Node', found, `Install Node ${MAJOR}.${MINOR} or newer.`);
}
