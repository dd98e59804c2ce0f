import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A network in which every address is this machine, and a root whose changes are kept apart: the lower layer is the file
 * system as it is. $1 folder of the run, $2 checkout, $3 node, $4 program inside
 */
const ENTER = `
set -e
folder=$1 checkout=$2 node=$3 inside=$4
ip link set lo up
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo
mount --make-rprivate /
layer=$folder/layer root=$folder/layer/root
mount -t tmpfs -o mode=0755 tmpfs "$layer"
mkdir "$layer/upper" "$layer/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layer/upper,workdir=$layer/work" "$root"
place() {
  mkdir -p "$root$1"
  mount --rbind "$1" "$root$1"
}
for part in /dev /proc /sys "$folder"; do place "$part"; done
for part in "$checkout" "$(dirname "$(dirname "$node")")"; do
  # On another disk than the root.
  if ! [ -e "$root$part" ]; then place "$part"; fi
done
rm -f "$root/etc/resolv.conf"
echo 'nameserver 127.0.0.1' > "$root/etc/resolv.conf"
exec chroot "$root" "$node" "$inside"`;

const folder = process.env['ISOLATED_FOLDER'];
if (folder === undefined) throw new Error('ISOLATED_FOLDER must name the folder of the run.');
const checkout = fileURLToPath(new URL('../../../..', import.meta.url));
const inside = join(dirname(fileURLToPath(import.meta.url)), 'isolated-inside.js');

// It ends with its standard input, so it does not outlive this process.
const child = spawn(
  'unshare',
  ['--net', '--mount', '/bin/sh', '-c', ENTER, 'sh', folder, checkout, process.execPath, inside],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
process.on('SIGTERM', () => child.kill('SIGTERM'));

// Sockets of the file system lead from one network to the other.
const port = process.env['PORT'];
if (port !== undefined)
  createServer((caller) => {
    const door = connect(join(folder, 'door'));
    caller.on('error', () => door.destroy()).pipe(door);
    door.on('error', () => caller.destroy()).pipe(caller);
  }).listen(Number(port), '127.0.0.1');
