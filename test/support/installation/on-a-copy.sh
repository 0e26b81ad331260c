#!/bin/bash
# Runs a script as root on a copy of this system that lives in memory: what it installs and changes is gone afterwards.
# Call it within mount, network and process namespaces of its own:
#   unshare -mnpf --kill-child bash on-a-copy.sh DIRECTORY SCRIPT [FILE...]
# The script finds the files in /run/given. `sudo` runs what it is given, `apt` asks nothing, and `systemctl` starts and
# stops the services of packages as their units say (systemctl.sh). Ends as the script does.
set -eu
here=$(dirname "$(readlink -f "$0")")
directory=$1 script=$2
shift 2
system=$directory/system
mount -t tmpfs -o size=4g tmpfs "$directory"
mkdir -p "$directory/upper" "$directory/work" "$system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/upper,workdir=$directory/work" "$system"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
mount -t tmpfs tmpfs "$system/tmp"
chmod 1777 "$system/tmp"
mount -t tmpfs tmpfs "$system/run"
mkdir -p "$system/run/given" "$system/run/systemd/system"
for file in "$script" "$@"; do
    given=$system/run/given/$(basename "$file")
    if [ -d "$file" ]; then
        mkdir "$given"
        mount --rbind "$file" "$given"
    else
        touch "$given"
        mount --bind "$file" "$given"
    fi
done
rm -f "$system/usr/bin/systemctl"
install -m 0755 "$here/systemctl.sh" "$system/usr/bin/systemctl"
# shellcheck disable=SC2016
printf '#!/bin/sh\nexec "$@"\n' >"$system/usr/local/bin/sudo"
chmod 0755 "$system/usr/local/bin/sudo"
printf 'APT::Get::Assume-Yes "true";\nAPT::Sandbox::User "root";\n' >"$system/etc/apt/apt.conf.d/99-on-a-copy"
ip link set lo up

code=0
chroot "$system" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive bash -eu "/run/given/$(basename "$script")" || code=$?
if [ "$code" != 0 ]; then
    for log in "$system"/run/log/*; do
        [ ! -e "$log" ] || tail -n 40 "$log" >&2
    done
fi
exit "$code"
