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
  # No service is started: an install in a container must not open ports.
  [ -e /usr/sbin/policy-rc.d ] || { printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d; }
  apt-get update
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${wanted[@]}"
fi
