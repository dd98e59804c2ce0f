#!/usr/bin/env bash
# Runs a command with an nginx at hand, which is installed from the distribution's packages where there is none:
#
#   scripts/ci-nginx.sh npm run test:cluster
set -euo pipefail
if ! command -v nginx > /dev/null && [ ! -x /usr/sbin/nginx ]; then
  [ "$(id -u)" = 0 ] || { echo 'ci-nginx: must run as root, because it installs nginx' >&2; exit 1; }
  apt-get update >&2 || echo 'ci-nginx: apt-get update failed; going on with what is known' >&2
  # The run level of maintenance: the package starts no service of its own.
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends nginx-light >&2
fi
if [ $# -gt 0 ]; then "$@"; fi
