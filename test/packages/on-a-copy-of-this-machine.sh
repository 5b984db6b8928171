#!/bin/sh
# on-a-copy-of-this-machine.sh FOLDER COMMAND…: runs a command as root on a copy of this machine that is gone
# afterwards. Its changes are kept in memory, in a mount namespace of its own; FOLDER is an empty one to mount it on.
# Processes and network are this machine's.
exec unshare --mount sh -c '
  set -e
  copy=$1
  shift
  mount -t tmpfs tmpfs "$copy"
  mkdir "$copy/changes" "$copy/work" "$copy/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/changes,workdir=$copy/work" "$copy/root"
  mount --bind /dev "$copy/root/dev"
  mount -t proc proc "$copy/root/proc"
  mount -t tmpfs tmpfs "$copy/root/run"
  exec chroot "$copy/root" "$@"
' sh "$@"
