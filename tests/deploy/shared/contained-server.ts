import { defaultCacheDir } from '@facet/engine';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImageFacts } from './dockerfile.js';
import { ROOT, runTool } from './run-tool.js';

/**
 * The file system of the image without an image: a root of its own with the system and the checkout at the places of
 * the image, all read-only but the volume and /tmp. The process has the image's user, no privileges, and is the first
 * in its process namespace.
 * $1 checkout, $2 models, $3 node, $4 folder of the application, $5 volume, $6 user, $7 group, $8 folder of a database's
 * socket or nothing, $9 whether there is a network outside, then the command
 */
const ENTER = `
set -e
checkout=$1 models=$2 node=$3 app=$4 volume=$5 user=$6 group=$7 database=$8 network=$9
shift 9
if [ "$network" = none ]; then ip link set lo up; fi
new=/mnt
mount --make-rprivate /
mount -t tmpfs -o mode=0755 tmpfs $new
place() {
  mkdir -p "$new$2"
  mount --bind "$1" "$new$2"
  mount -o remount,bind,ro "$new$2"
}
for folder in /usr /etc /bin /sbin /lib /lib64; do
  if [ -L $folder ]; then cp -a $folder $new$folder; elif [ -d $folder ]; then place $folder $folder; fi
done
place /dev /dev
mkdir -p $new/proc $new/data $new/tmp "$new$volume"
mount -t proc proc $new/proc
place "$checkout/packages" "$app/packages"
place "$checkout/node_modules" "$app/node_modules"
place "$models" "$app/models"
place "$(dirname "$node")" /image/bin
if [ -n "$database" ]; then place "$database" /image/database; fi
mount -t tmpfs -o "size=64m,mode=0700,uid=$user,gid=$group" tmpfs "$new$volume"
mount -t tmpfs -o "size=64m,mode=0700,uid=$user,gid=$group" tmpfs $new/tmp
mount -o remount,ro $new
cd $new
exec chroot . /usr/bin/setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  /bin/sh -c 'cd "$0" && exec "$@"' "$app" "$@"`;

const STOP_DEADLINE_MS = 60_000;

export interface ContainedServer {
  readonly process: ChildProcess;
  /** The first process of the namespace, as this side sees it. */
  readonly pid: () => number;
  readonly written: () => string;
  /** Sends a signal to the first process and gives back the exit code. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface ContainedOptions {
  readonly image: ImageFacts;
  readonly env: Readonly<Record<string, string>>;
  /** Where the socket of a database is; the server sees it at /image/database. */
  readonly databaseFolder?: string;
  /** The folder that the image would hold the models in. Default: the cache of this machine. */
  readonly models?: string;
  /** `none`: a network namespace with a loopback of its own and no way out. Use `statusInside`. */
  readonly network?: 'host' | 'none';
  /** Default: the command of the image. */
  readonly command?: readonly string[];
}

/** Runs the image's command as the image would, with the built checkout. */
export function startContained(options: ContainedOptions): ContainedServer {
  if (process.getuid?.() !== 0)
    throw new Error('A file system of its own needs root: run this test as root.');
  const { image, env, databaseFolder = '', network = 'host', command = image.command } = options;
  const { models = modelCache() } = options;
  const [user = '', group = ''] = image.user.split(':');
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(network === 'none' ? ['--net'] : [])];
  const places = [ROOT, models, process.execPath, image.workDir, image.volume, user, group, databaseFolder];
  const given = [...places, network, ...command];
  const child = spawn('unshare', [...namespaces, '/bin/sh', '-c', ENTER, 'sh', ...given], {
    env: { PATH: '/image/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const note = (chunk: Buffer): string => (written += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const pid = (): number => {
    const children = readFileSync(`/proc/${child.pid ?? 0}/task/${child.pid ?? 0}/children`, 'utf8');
    return Number(children.trim().split(' ')[0]);
  };
  return {
    process: child,
    pid,
    written: () => written,
    stop: async (signal) => {
      if (child.exitCode === null) process.kill(pid(), signal);
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
      const code = await ended;
      clearTimeout(killTimer);
      return code;
    },
  };
}

/** Where this machine keeps the models. */
export const modelCache = (): string =>
  defaultCacheDir({ env: process.env, platform: process.platform, homeDir: homedir() });

/** The status of a response; undefined if there is none. */
type RequestStatus = (url: string) => Promise<number | undefined>;

const statusOutside: RequestStatus = async (url) => (await fetch(url).catch(() => undefined))?.status;

/** Sends requests from within the network of the server. */
export const statusInside =
  (server: ContainedServer): RequestStatus =>
  async (url) => {
    const script = 'fetch(process.argv[1]).then((r) => console.log(r.status), () => undefined)';
    const inside = ['--net', '--target', String(server.pid()), process.execPath, '-e', script, url];
    const { out } = await runTool('nsenter', inside);
    return out === '' ? undefined : Number(out);
  };

/** Repeats the request until the response has the status; fails with what the server wrote. */
export async function untilStatus(
  server: ContainedServer,
  url: string,
  status: number,
  deadlineMs: number,
  request: RequestStatus = statusOutside,
): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < deadlineMs) {
    if (server.process.exitCode !== null) break;
    if ((await request(url)) === status) return performance.now() - began;
    await sleep(50);
  }
  throw new Error(`${url} did not respond with ${status} within ${deadlineMs} ms:\n${server.written()}`);
}
