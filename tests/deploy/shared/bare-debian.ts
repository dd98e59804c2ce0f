import { postgresBinaries } from '@facet/test-support';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { modelCache } from './contained-server.js';
import { runTool, ROOT, type ToolRun } from './run-tool.js';

/**
 * A machine of its own for commands of root: a file system whose changes are thrown away, a network of its own with the
 * usual ports, and processes that end with it. Commands that need the world outside are replaced, and nothing else:
 * packages of Debian are there already, the certificate is self-signed, and a few lines stand in for systemd.
 * $1 folder of the run, $2 checkout, $3 node, $4 the installed package, $5 models, $6 initdb, $7 postgres
 */
const ENTER = `
set -e
folder=$1 checkout=$2 node=$3 package=$4 models=$5 initdb=$6 postgres=$7
ip link set lo up
mount --make-rprivate /
layer=$folder/layer root=$folder/layer/root
mount -t tmpfs -o mode=0755 tmpfs "$layer"
mkdir "$layer/upper" "$layer/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layer/upper,workdir=$layer/work" "$root"
for part in /dev /sys "$folder"; do mkdir -p "$root$part"; mount --rbind "$part" "$root$part"; done
for part in "$checkout" "$(dirname "$(dirname "$node")")"; do
  if ! [ -e "$root$part" ]; then mkdir -p "$root$part"; mount --rbind "$part" "$root$part"; fi
done
mount -t proc proc "$root/proc"
mkdir -p "$root/opt/facet" "$root/var/cache/facet"
mount --bind "$package" "$root/opt/facet"
cp -r "$models/built" "$models/weights" "$root/var/cache/facet/"
exec chroot "$root" /usr/bin/env initdb="$initdb" postgres="$postgres" /bin/bash "$folder/run.sh" "$folder"`;

/** Before the commands: what a Debian with these packages runs, and stand-ins for the world outside. */
const SURROUNDINGS = `
set -eu
folder=$1
apt-get() { :; }
npm() { test -x /opt/facet/bin/facet-server; }
certbot() {
  live=/etc/letsencrypt/live/faces.example.com
  mkdir -p $live
  openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=faces.example.com -addext subjectAltName=DNS:faces.example.com \\
    -keyout $live/privkey.pem -out $live/fullchain.pem 2>/dev/null
  export CURL_CA_BUNDLE=$live/fullchain.pem
}
# Takes every mail, with TLS from the start.
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=mail.example.com -addext subjectAltName=DNS:mail.example.com \\
  -keyout "$folder/mail.key" -out "$folder/mail.crt" 2>/dev/null
echo '127.0.0.1 mail.example.com' >> /etc/hosts
node -e '
  const [folder] = process.argv.slice(1);
  const { appendFileSync, readFileSync } = require("node:fs");
  const files = { key: readFileSync(folder + "/mail.key"), cert: readFileSync(folder + "/mail.crt") };
  require("node:tls").createServer(files, (socket) => {
    let isData = false;
    socket.write("220 mail.example.com ESMTP\\r\\n");
    require("node:readline").createInterface({ input: socket }).on("line", (line) => {
      if (isData && line !== ".") return appendFileSync(folder + "/mails", line + "\\n");
      isData = line === "DATA";
      const [word] = line.split(" ");
      const replies = { EHLO: "250-mail.example.com\\r\\n250 AUTH PLAIN", AUTH: "235 Welcome", DATA: "354 Go ahead", QUIT: "221 Bye" };
      socket.write((replies[word] ?? "250 OK") + "\\r\\n");
    });
    socket.on("error", () => undefined);
  }).listen(465);
' "$folder" &
unit() { sed -n "s/^$1=//p" /etc/systemd/system/facet.service; }
# As the unit says: its program, its settings, no privileges.
start_facet() {
  mkdir -p /var/lib/facet
  chown -R nobody /var/lib/facet /var/cache/facet
  (
    for pair in $(unit Environment | sed 's|%S|/var/lib|g; s|%C|/var/cache|g'); do export "$pair"; done
    export NODE_EXTRA_CA_CERTS=$folder/mail.crt
    while IFS= read -r line; do export "$line"; done < "$(unit EnvironmentFile | sed 's/^-//')"
    exec setpriv --reuid nobody --regid nogroup --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
      "$(unit ExecStart)" >> "$folder/facet.log" 2>&1 < /dev/null
  ) &
  facet=$!
}
systemctl() {
  case "$*" in
    daemon-reload | 'restart prometheus') ;;
    'enable --now facet') start_facet ;;
    # 143: ended by the signal, which systemd too takes for a clean end.
    'restart facet') kill $facet; wait $facet || test $? = 143; start_facet ;;
    'reload nginx') nginx -s reload ;;
    *) echo "systemctl $*: nobody stands in for this" >&2; exit 1 ;;
  esac
}
echo '127.0.0.1 faces.example.com' >> /etc/hosts
id postgres > /dev/null 2>&1 || useradd --system postgres
install -d -o postgres /var/run/postgresql "$folder/postgres"
chmod 755 "$folder"
cd /
runuser -u postgres -- "$initdb" -D "$folder/postgres/data" --auth-local=peer --auth-host=scram-sha-256 --no-sync > /dev/null
runuser -u postgres -- "$postgres" -D "$folder/postgres/data" -k /var/run/postgresql -c fsync=off > "$folder/postgres.log" 2>&1 &
until runuser -u postgres -- psql --quiet --command 'select 1' > /dev/null 2>&1; do sleep 0.2; done
mkdir -p /etc/nginx/conf.d /var/www/html
nginx
`;

/** The first command that fails ends it, and what was written goes to the test. */
const AS_A_WHOLE = `
exec 3>&1 4>&2
ended() {
  code=$?
  if [ $code -ne 0 ]; then tail -n 20 "$folder/out" "$folder/err" "$folder/facet.log" "$folder/postgres.log" >&4 || true; fi
  exit $code
}
trap ended EXIT
exec > "$folder/out" 2> "$folder/err"
. "$folder/guide.sh"
exec 1>&3 2>&4
`;

export interface BareDebian {
  /** Runs the script, and after it the checks, which see its variables and its output in $folder/out. */
  run(script: string, checks: string): Promise<ToolRun>;
}

const DEADLINE_MS = 5 * 60_000;

/** In this folder; the package is one that `npm install --global --prefix` has installed. */
export function bareDebian(folder: string, installed: string): BareDebian {
  return {
    run: async (script, checks) => {
      if (process.getuid?.() !== 0)
        throw new Error('A machine of its own needs root: run this test as root.');
      await mkdir(join(folder, 'layer'), { recursive: true });
      await chmod(folder, 0o755);
      await writeFile(join(folder, 'guide.sh'), script);
      await writeFile(join(folder, 'run.sh'), `${SURROUNDINGS}${AS_A_WHOLE}${checks}`);
      const { initdb, postgres } = await postgresBinaries();
      const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child'];
      const places = [folder, ROOT, process.execPath, installed, modelCache(), initdb, postgres];
      return runTool('unshare', [...namespaces, '/bin/sh', '-c', ENTER, 'sh', ...places], {
        deadlineMs: DEADLINE_MS,
        env: { PATH: `/usr/local/bin:${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin` },
      });
    },
  };
}
