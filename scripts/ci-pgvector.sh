#!/usr/bin/env bash
# Runs a command beside a PostgreSQL with pgvector from Debian's packages, on a loopback port of its own:
#
#   scripts/ci-pgvector.sh npm test
#
# The command finds the database in FACET_TEST_PGVECTOR_URL. The server and its data are gone when the command ends.
# Without a command the URL is printed, and the server runs until Ctrl-C.
# Commits are not forced to the disk unless FACET_PGVECTOR_DURABLE is 1, as figures of a benchmark should be.
# Needs root, because packages are installed; FACET_PGVECTOR_CACHE names the folder of the Debian 13 system that is
# made where the distribution has no package of pgvector.
set -euo pipefail

readonly SUITE=trixie SUITE_POSTGRES=17
readonly CACHE="${FACET_PGVECTOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/facet/pgvector-$SUITE}"

say() { printf 'ci-pgvector: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2; }

# The newest PostgreSQL below this root that has pgvector, as the folder of its programs; nothing when there is none.
programs_below() {
  local control version
  for control in $(ls -d "$1"/usr/share/postgresql/*/extension/vector.control 2>/dev/null | sort -rV); do
    version=$(basename "$(dirname "$(dirname "$control")")")
    [ -x "$1/usr/lib/postgresql/$version/bin/postgres" ] || continue
    printf '/usr/lib/postgresql/%s/bin\n' "$version"
    return 0
  done
}

# The mirror that apt itself is set up to use, so that none has to be named here.
mirror_of_apt() {
  apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Component: main' | grep -v -- '-security' | head -n 1
}

install_from_distribution() {
  apt-get update >&2 || say 'apt-get update failed; going on with what is known'
  local package
  package=$(apt-cache search --names-only '^postgresql-[0-9]+-pgvector$' | awk '{print $1}' | sort -rV | head -n 1)
  [ -n "$package" ] || return 0
  say "installing $package"
  # The package would start a server of its own; only ours is wanted.
  mkdir -p /etc/postgresql-common
  [ -e /etc/postgresql-common/createcluster.conf ] ||
    printf 'create_main_cluster = false\n' > /etc/postgresql-common/createcluster.conf
  install "$package" || say "$package could not be installed"
}

make_debian_system() {
  local mirror
  mirror=$(mirror_of_apt)
  [ -n "$mirror" ] || fail 'apt knows no mirror of Debian'
  command -v debootstrap > /dev/null || install debootstrap
  say "making a small Debian $SUITE in $CACHE (once, a few minutes)"
  rm -rf "$CACHE"
  mkdir -p "$CACHE.new/etc/postgresql-common"
  printf 'create_main_cluster = false\n' > "$CACHE.new/etc/postgresql-common/createcluster.conf"
  debootstrap --variant=minbase --include="postgresql-$SUITE_POSTGRES-pgvector" "$SUITE" "$CACHE.new" "$mirror" >&2 ||
    fail "debootstrap failed; its log is $CACHE.new/debootstrap/debootstrap.log"
  # Only a finished system gets the final name.
  mv "$CACHE.new" "$CACHE"
}

[ "$(id -u)" = 0 ] || fail 'must run as root: it installs packages and starts PostgreSQL as the user postgres'

ROOT=''
BIN=$(programs_below '')
if [ -z "$BIN" ]; then
  BIN=$(programs_below "$CACHE")
  if [ -z "$BIN" ]; then
    install_from_distribution
    BIN=$(programs_below '')
  fi
  if [ -z "$BIN" ]; then
    [ -n "$(programs_below "$CACHE")" ] || { rm -rf "$CACHE.new"; make_debian_system; }
    BIN=$(programs_below "$CACHE")
  fi
  [ -x "$BIN/postgres" ] || ROOT=$CACHE
fi
[ -n "$BIN" ] || fail 'there is still no pgvector'

# Replaces the (sub)shell that calls it, so that the process number of a server in the background is its own.
exec_as_postgres() {
  if [ -n "$ROOT" ]; then
    exec chroot --userspec=postgres "$ROOT" "$@"
  else
    exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
  fi
}

HOME_OF_RUN=$(mktemp -d "$ROOT/tmp/facet-pgvector.XXXXXX")
INSIDE=${HOME_OF_RUN#"$ROOT"}
SERVER=''
clean_up() {
  trap - EXIT
  if [ -n "$SERVER" ]; then
    # Interrupt is PostgreSQL's "fast" shutdown: sessions are ended, not waited for.
    kill -INT "$SERVER" 2>/dev/null || true
    wait "$SERVER" 2>/dev/null || true
  fi
  rm -rf "$HOME_OF_RUN"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$HOME_OF_RUN/data"
chown -R "$(stat -c %u "$ROOT/var/lib/postgresql")" "$HOME_OF_RUN"
[ -z "$ROOT" ] || [ -c "$ROOT/dev/urandom" ] || fail "$ROOT/dev has no devices; remove $CACHE and try again"
(exec_as_postgres "$BIN/initdb" -D "$INSIDE/data" -U facet --auth=trust --encoding=UTF8 --no-sync) \
  > "$HOME_OF_RUN/initdb.log" 2>&1 ||
  { cat "$HOME_OF_RUN/initdb.log" >&2; fail 'initdb failed'; }

# A quarter of the memory, as PostgreSQL's documentation advises. The default of 128 MB does not hold the index of a large collection.
BUFFERS=$(awk '/^MemTotal/ { print int($2 / 4) "kB" }' /proc/meminfo)

FSYNC=off
[ "${FACET_PGVECTOR_DURABLE:-}" != 1 ] || FSYNC=on

# PostgreSQL cannot choose a free port itself, so a few are tried.
URL=''
for _ in 1 2 3 4 5; do
  PORT=$((20000 + RANDOM))
  # mmap needs no /dev/shm, which a fresh system folder does not have.
  exec_as_postgres "$BIN/postgres" -D "$INSIDE/data" -p "$PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c "fsync=$FSYNC" -c dynamic_shared_memory_type=mmap -c "shared_buffers=$BUFFERS" > "$HOME_OF_RUN/server.log" 2>&1 &
  SERVER=$!
  for _ in $(seq 1 100); do
    kill -0 "$SERVER" 2>/dev/null || break
    if grep -q 'ready to accept connections' "$HOME_OF_RUN/server.log"; then
      URL="postgresql://facet@127.0.0.1:$PORT/postgres"
      break 2
    fi
    sleep 0.1
  done
  kill -INT "$SERVER" 2>/dev/null || true
  wait "$SERVER" 2>/dev/null || true
  SERVER=''
done
[ -n "$URL" ] || { cat "$HOME_OF_RUN/server.log" >&2; fail 'PostgreSQL did not start'; }

say "PostgreSQL with pgvector listens on port $PORT"
export FACET_TEST_PGVECTOR_URL="$URL"
if [ $# -eq 0 ]; then
  printf 'FACET_TEST_PGVECTOR_URL=%s\n' "$URL"
  wait "$SERVER"
else
  "$@"
fi
