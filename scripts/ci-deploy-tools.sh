#!/usr/bin/env bash
# What tests/deploy and tests/resilience need besides Node, from Debian: nginx, promtool, Go with the template functions of
# Helm, systemd-analyze, and the tools of networks and file systems. About 110 MB to fetch; what is there is left alone.
set -euo pipefail
wanted=()
command -v nginx >/dev/null || wanted+=(nginx-light)
command -v promtool >/dev/null || wanted+=(prometheus)
command -v go >/dev/null || wanted+=(golang-go)
[ -d /usr/share/gocode/src/github.com/Masterminds/sprig ] || wanted+=(golang-github-masterminds-sprig-dev)
[ -d /usr/share/gocode/src/sigs.k8s.io/yaml ] || wanted+=(golang-k8s-sigs-yaml-dev)
command -v psql >/dev/null || wanted+=(postgresql-client)
command -v envsubst >/dev/null || wanted+=(gettext-base)
command -v systemd-analyze >/dev/null || wanted+=(systemd)
command -v setpriv >/dev/null || wanted+=(util-linux)
command -v ip >/dev/null || wanted+=(iproute2)
# tests/resilience/failure makes and repairs small disks.
{ command -v mkfs.ext4 && command -v e2fsck; } >/dev/null || wanted+=(e2fsprogs)
if [ ${#wanted[@]} -gt 0 ]; then "$(dirname "$0")/ci-install.sh" "${wanted[@]}"; fi
