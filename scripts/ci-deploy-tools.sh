#!/usr/bin/env bash
# What the tests of deploy/ need besides Node, from Debian: nginx, promtool, and Go with the template functions of Helm.
# About 110 MB to fetch; what is there is left alone.
set -euo pipefail
wanted=()
command -v nginx >/dev/null || wanted+=(nginx-light)
command -v promtool >/dev/null || wanted+=(prometheus)
command -v go >/dev/null || wanted+=(golang-go)
[ -d /usr/share/gocode/src/github.com/Masterminds/sprig ] || wanted+=(golang-github-masterminds-sprig-dev)
[ -d /usr/share/gocode/src/sigs.k8s.io/yaml ] || wanted+=(golang-k8s-sigs-yaml-dev)
command -v setpriv >/dev/null || wanted+=(util-linux)
if [ ${#wanted[@]} -gt 0 ]; then
  # What is installed starts no service meanwhile: it would open ports.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
  fi
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${wanted[@]}"
fi
