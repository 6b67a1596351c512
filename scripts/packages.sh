# SPDX-License-Identifier: Apache-2.0
# Sourced: which Debian packages the project needs, and which of them are not installed.
# shellcheck shell=bash

: "${root:?is set by the sourcing script}"

# To build the VM: what OpenJDK's configure asks for on a machine without a display.
build_packages=(build-essential make autoconf file unzip zip patch xz-utils ccache libasound2-dev libcups2-dev
  libfontconfig-dev libfreetype-dev libharfbuzz-dev libjpeg-dev libgif-dev libpng-dev liblcms2-dev zlib1g-dev libpcsclite-dev
  libx11-dev libxext-dev libxrender-dev libxrandr-dev libxtst-dev libxt-dev
  debian-archive-keyring)
# To build and test the rest; GoogleTest is for the policy functions. The small loop device of the fault tests comes from mount and e2fsprogs.
other_packages=(git maven python3 python3-venv mount e2fsprogs shellcheck libgtest-dev)

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null) == ii* ]]; }

# Tools that are there without their package (an own Python, an unpacked Maven) count.
has_without_package() {
  case $1 in
    maven) command -v mvn ;;
    python3 | python3-venv) python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' ;;
    build-essential) command -v gcc && command -v g++ && command -v make ;;
    git | make | patch | ccache | shellcheck | autoconf | file | unzip | zip) command -v "$1" ;;
    *) false ;;
  esac >/dev/null 2>&1
}

missing_packages() {
  local p
  for p in "${build_packages[@]}" "${other_packages[@]}"; do
    is_installed "$p" || has_without_package "$p" || echo "$p"
  done
  "$root/jvm/build/boot-jdk" >/dev/null 2>&1 || jdk_package
}

# The distribution's JDK 25, where it has one.
jdk_package() {
  if [[ $(apt-cache policy openjdk-25-jdk-headless 2>/dev/null) == *'Candidate: 2'* ]]; then echo openjdk-25-jdk-headless; fi
}

as_root() { if (($(id -u) == 0)); then echo "$*"; else echo "sudo $*"; fi; }
