import { spawn } from 'node:child_process';
import { appendFileSync, createReadStream, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startRecordingNameServer } from '../network/name-server.js';
import { EVERY_ADDRESS, recordFile, type IsolationEvent } from './isolated-run.js';

// Runs in the isolated network and root: answers for everybody that a program may turn to, records it, and runs the program.
const folder = process.env['ISOLATED_FOLDER'] ?? '';
const [program = '', ...args] = JSON.parse(process.env['ISOLATED_COMMAND'] ?? '[]') as string[];
const port = process.env['PORT'];
const UPPER = join(folder, 'layer', 'upper');

const note = (event: IsolationEvent): void => {
  appendFileSync(recordFile(folder), `${JSON.stringify(event)}\n`);
};
const recorded = { lookups: 0, accepted: 0, relayed: 0 };

await startRecordingNameServer(53, EVERY_ADDRESS, (name) => {
  recorded.lookups++;
  note({ kind: 'lookup', name });
});
await listen(
  createHttpServer((request, response) => {
    if (request.url?.endsWith('/photo.jpg') !== true) response.writeHead(404).end('{}');
    else createReadStream(join(folder, 'photo.jpg')).pipe(response);
  }).on('connection', accepted),
  80,
);
await listen(
  createServer((socket) => {
    accepted(socket);
    socket.destroy();
  }),
  443,
);
if (port !== undefined)
  await listen(
    createServer((caller) => {
      recorded.relayed++;
      const service = connect(Number(port), '127.0.0.1');
      caller.on('error', () => service.destroy()).pipe(service);
      service.on('error', () => caller.destroy()).pipe(caller);
    }),
    join(folder, 'door'),
  );

const before = { files: new Set(changedFiles()), ...kernelCounts() };
const child = spawn(program, args, {
  cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
  env: { ...inherited(), HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') },
  stdio: ['ignore', 'inherit', 'inherit'],
});
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.stdin.resume().on('end', () => {
  child.kill('SIGKILL');
  process.exit(1);
});
child.on('exit', (code) => void end(code ?? 1));

async function end(code: number): Promise<void> {
  const others = await otherTraffic();
  const changed = changedFiles().filter((path) => !before.files.has(path));
  note({ kind: 'end', ...others, changedFiles: changed });
  process.exit(code);
}

/** Nothing that tells programs they are being tested: CI is what silences most of those that report. */
function inherited(): NodeJS.ProcessEnv {
  const names = /^(PATH|PORT|FACET_\w+|npm_config_registry)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

function accepted(socket: Socket): void {
  recorded.accepted++;
  socket.on('error', () => undefined);
  // One socket serves both versions of IP.
  const address = socket.localAddress?.replace('::ffff:', '') ?? '?';
  note({ kind: 'connection', to: `${address}:${socket.localPort ?? '?'}` });
}

function listen(server: Server, where: number | string): Promise<unknown> {
  return new Promise((resolve, reject) =>
    server.once('error', reject).listen(where, () => {
      resolve(null);
    }),
  );
}

/** What all programs of this network have begun: attempts count, whether or not somebody answered. */
function kernelCounts(): { readonly connections: number; readonly packets: number } {
  const count = (protocol: string, name: string): number => {
    const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${protocol}: `));
    return Number(values.split(' ')[names.split(' ').indexOf(name)]);
  };
  const [, packets6 = '0'] =
    /^Udp6OutDatagrams\s+(\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? [];
  return {
    connections: count('Tcp', 'ActiveOpens'),
    packets: count('Udp', 'OutDatagrams') + Number(packets6),
  };
}

const SETTLE_MS = 1000;

/** The last ones may not have been accepted yet. */
async function otherTraffic(): Promise<{ otherConnections: number; otherPackets: number }> {
  const deadline = performance.now() + SETTLE_MS;
  for (;;) {
    const { connections, packets } = kernelCounts();
    const others = {
      otherConnections: connections - before.connections - recorded.relayed - recorded.accepted,
      // Each look-up is a question and our answer.
      otherPackets: packets - before.packets - 2 * recorded.lookups,
    };
    if (Object.values(others).every((n) => n === 0) || performance.now() > deadline) return others;
    await sleep(20);
  }
}

/** What differs from the real file system. */
function changedFiles(): string[] {
  return readdirSync(UPPER, { recursive: true, encoding: 'utf8' })
    .filter((path) => !lstatSync(join(UPPER, path)).isDirectory())
    .map((path) => `/${path}`)
    .sort();
}
