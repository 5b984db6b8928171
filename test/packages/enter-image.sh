#!/bin/sh
# enter-image.sh ROOT USER COMMAND…: runs a command in an unpacked image as a container engine would: its own root,
# which cannot be written, with /proc and /dev in it, as the image's user. The network is this machine's.
exec unshare --mount sh -c '
  set -e
  root=$1 user=$2
  shift 2
  mkdir "$root/proc" "$root/dev"
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mount -o remount,bind,ro "$root"
  exec chroot --userspec="$user" "$root" "$@"
' sh "$@"
