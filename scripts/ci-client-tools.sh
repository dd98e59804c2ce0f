#!/usr/bin/env bash
# The languages in which tests/clients runs programs, from Debian: Python with mypy, requests, boto3 and what packages its
# client, Go, Java and PHP. What is there is left alone.
set -euo pipefail
wanted=()
# Debian's own, because its packages are of no use to any other.
[ -x /usr/bin/python3 ] || wanted+=(python3)
command -v mypy >/dev/null || wanted+=(mypy)
/usr/bin/python3 -c 'import requests' 2>/dev/null || wanted+=(python3-requests)
/usr/bin/python3 -c 'import boto3' 2>/dev/null || wanted+=(python3-boto3)
/usr/bin/python3 -c 'import build' 2>/dev/null || wanted+=(python3-build)
/usr/bin/python3 -c 'import setuptools' 2>/dev/null || wanted+=(python3-setuptools)
/usr/bin/python3 -c 'import wheel' 2>/dev/null || wanted+=(python3-wheel)
/usr/bin/python3 -c 'import ensurepip' 2>/dev/null || wanted+=(python3-venv)
command -v twine >/dev/null || wanted+=(twine)
command -v go >/dev/null || wanted+=(golang-go)
command -v javac >/dev/null || wanted+=(default-jdk-headless)
{ command -v php && php -r 'exit(extension_loaded("curl") ? 0 : 1);'; } >/dev/null || wanted+=(php-cli php-curl)
if [ ${#wanted[@]} -gt 0 ]; then "$(dirname "$0")/ci-install.sh" "${wanted[@]}"; fi
