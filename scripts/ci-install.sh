#!/usr/bin/env bash
# Installs packages of Debian without starting any service that they bring: it would open ports.
#
#   scripts/ci-install.sh nginx-light prometheus
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo "ci-install: must run as root, because it installs $*" >&2; exit 1; }
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
fi
apt-get update >&2 || echo 'ci-install: apt-get update failed; going on with what is known' >&2
DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2
