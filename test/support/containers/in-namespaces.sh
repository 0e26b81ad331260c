#!/bin/bash
# Runs a program where containers can be started without a trace on the machine: with a network, mounts and processes of its own.
#   unshare -mnpf --mount-proc --kill-child bash in-namespaces.sh PROGRAM [ARGUMENT...]
# Bash stays, as the first process of the namespace, to take leave of those that a container leaves behind.
set -eu
for directory in /run /dev/shm /var/lib/cni; do
    mkdir -p "$directory"
    mount -t tmpfs tmpfs "$directory"
done
ip link set lo up
"$@"
