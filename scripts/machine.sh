# SPDX-License-Identifier: Apache-2.0
# Sourced: what kind of machine this is, read from the kernel. Every function prints one line.
# shellcheck shell=bash

memory_gib() { awk '/^MemTotal:/ {printf "%d\n", $2 / 1048576 + 0.5}' /proc/meminfo; }

free_gib() { df --output=avail -BG "$1" | tail -n 1 | tr -dc '0-9'; }

# The nearest directory above that exists.
existing() {
  local d=$1
  while [[ ! -d $d ]]; do d=$(dirname "$d"); done
  echo "$d"
}

# v1 or v2 with the directory below which groups can be made, "none" when they cannot, with the reason.
# cgroup ROOT [OWN]: where the file system is mounted; this process's own v2 group, unless a test names another.
cgroup() {
  local kind base try root=$1 own=${2:-$(sed -n 's/^0:://p' /proc/self/cgroup)}
  if [[ -f $root/cgroup.controllers ]]; then
    # In a namespace of its own a process is in "/".
    kind=v2 base=$root${own%/}
    grep -qw memory "$root/cgroup.controllers" || { echo "none cgroup v2 without the memory controller" && return; }
    [[ -w $base ]] || base=$root
    # A group below has memory files only if its parent passes the controller on; the benchmarks look at all ancestors.
    while [[ $base == "$root"/* ]] && ! grep -qw memory "$base/cgroup.subtree_control" 2>/dev/null; do base=$(dirname "$base"); done
    grep -qw memory "$base/cgroup.subtree_control" 2>/dev/null ||
      { echo "none no group of cgroup v2 passes the memory controller on: echo +memory > $base/cgroup.subtree_control" && return; }
  elif [[ -d $root/memory ]]; then
    kind=v1 base=$root/memory
  else
    echo "none no cgroup file system is mounted" && return
  fi
  try=$base/spillway-doctor-$$
  if mkdir "$try" 2>/dev/null && rmdir "$try"; then echo "$kind $base"; else echo "none no permission to make a group in $base (cgroup $kind)"; fi
}

# Kind of storage below a directory: tmpfs, network, overlay, nvme, ssd, hdd or virtual, then file system and device.
storage_kind() {
  local fs device disk rotational=
  read -r fs device < <(findmnt -n -o FSTYPE,SOURCE -T "$(existing "$1")")
  case $fs in
    tmpfs | ramfs) echo "tmpfs $fs" && return ;;
    nfs* | cifs | smb* | ceph | glusterfs | lustre | 9p | fuse.sshfs | virtiofs) echo "network $fs" && return ;;
    overlay) echo "overlay $fs" && return ;;
  esac
  disk=$(lsblk -n -s -o NAME,TYPE -r "${device%%[*}" 2>/dev/null | awk '$2 == "disk" {print $1; exit}')
  disk=${disk:-$(basename "$device")}
  if [[ -r /sys/block/$disk/queue/rotational ]]; then rotational=$(</sys/block/"$disk"/queue/rotational); fi
  case $disk in
    nvme*) echo "nvme $fs on $disk" ;;
    vd* | xvd*) echo "virtual $fs on $disk" ;;
    *) case $rotational in 0) echo "ssd $fs on $disk" ;; 1) echo "hdd $fs on $disk" ;; *) echo "unknown $fs on $disk" ;; esac ;;
  esac
}
