#!/usr/bin/env bash
# Runs a command with an nginx at hand, which is installed from the distribution's packages where there is none:
#
#   scripts/ci-nginx.sh npm run test:cluster
set -euo pipefail
if ! command -v nginx > /dev/null && [ ! -x /usr/sbin/nginx ]; then
  "$(dirname "$0")/ci-install.sh" nginx-light
fi
if [ $# -gt 0 ]; then "$@"; fi
