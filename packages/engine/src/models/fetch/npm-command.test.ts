import { expect, it } from 'vitest';
import { npmCommandOf } from './npm-command.js';

const everything = (): boolean => true;
const linux = { platform: 'linux', execPath: '/usr/bin/node' } as const;
const windows = { platform: 'win32', execPath: 'C:\\node\\node.exe' } as const;

it('takes the npm that runs us', () => {
  const env = { npm_execpath: '/opt/npm/bin/npm-cli.js' };
  expect(npmCommandOf({ ...linux, env }, everything)).toEqual(['/usr/bin/node', '/opt/npm/bin/npm-cli.js']);
});

it('finds npm beside npx', () => {
  const env = { npm_execpath: '/opt/npm/bin/npx-cli.js' };
  expect(npmCommandOf({ ...linux, env }, everything)).toEqual(['/usr/bin/node', '/opt/npm/bin/npm-cli.js']);
});

it.each(['/opt/yarn/bin/yarn.js', '/opt/pnpm/bin/pnpm.cjs'])('is not misled by %s', (npm_execpath) => {
  expect(npmCommandOf({ ...linux, env: { npm_execpath } }, everything)).toEqual(['npm']);
});

it('is not misled by an npm that is gone', () => {
  const env = { npm_execpath: '/gone/npm-cli.js' };
  expect(npmCommandOf({ ...linux, env }, () => false)).toEqual(['npm']);
});

it('finds the script on Windows beside node, else on the path', () => {
  const beside = 'C:\\node\\node_modules\\npm\\bin\\npm-cli.js';
  const onPath = 'D:\\tools\\node_modules\\npm\\bin\\npm-cli.js';
  const env = { Path: 'relative;D:\\tools' };
  expect(npmCommandOf({ ...windows, env }, (path) => path === beside)).toEqual([windows.execPath, beside]);
  expect(npmCommandOf({ ...windows, env }, (path) => path === onPath)).toEqual([windows.execPath, onPath]);
});
