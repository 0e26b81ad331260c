#!/bin/bash
# Installs the collector's package on a copy of this system that lives in memory, runs the service's command as the
# service's user, and purges the package. Call it within mount, network and process namespaces of its own:
#   unshare -mnpf --kill-child bash install-collector.sh DIRECTORY PACKAGE
# It ends with 0 if each step did, and prints what the steps said.
set -eu
directory=$1 package=$2
system=$directory/system
mount -t tmpfs -o size=3g tmpfs "$directory"
mkdir -p "$directory/upper" "$directory/work" "$system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/upper,workdir=$directory/work" "$system"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
mount -t tmpfs tmpfs "$system/tmp"
mount -t tmpfs tmpfs "$system/run"
mkdir "$system/run/package"
cp "$package" "$directory/package.deb"
touch "$system/run/package/package.deb"
mount --bind "$directory/package.deb" "$system/run/package/package.deb"
ip link set lo up

inside=(chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root)

"${inside[@]}" dpkg -i /run/package/package.deb
# What systemd does before it starts the unit.
"${inside[@]}" install -d -o sonde-collector -g sonde-collector -m 0700 /var/lib/sonde-collector
mapfile -t settings < <(sed -n 's/^Environment=\(SONDE_.*\)/\1/p' "$system/usr/lib/systemd/system/sonde-collector.service")
"${inside[@]}" setpriv --reuid sonde-collector --regid sonde-collector --clear-groups --no-new-privs --bounding-set -all \
    env "${settings[@]}" sonde collector serve >"$directory/log" 2>&1 &
service=$!
for _ in $(seq 1 1200); do
    grep -q '^Listening on ' "$directory/log" && break
    kill -0 "$service" || { cat "$directory/log"; exit 1; }
    sleep 0.1
done
grep -v '^{' "$directory/log"
"${inside[@]}" stat -c 'key file: %a %U' "/var/lib/sonde-collector/administrator-key"
"${inside[@]}" sonde status
link=$("${inside[@]}" sonde setup-link | head -1)
echo "link: $link"
page=$(curl -sS -H 'Accept: text/html' "${link%%#*}")
script=$(grep -o 'src="[^"]*\.js"' <<<"$page" | head -1 | cut -d'"' -f2)
curl -sS -o "$directory/script.js" -w 'script: %{http_code} %{content_type}\n' "http://127.0.0.1:8080/${script#/}"
kill -TERM "$service"
wait "$service" && echo "the service ended well"
"${inside[@]}" dpkg -P sonde-collector
for left in /var/lib/sonde-collector /usr/lib/sonde /usr/bin/sonde /etc/sonde; do
    test ! -e "$system$left" || echo "left: $left"
done
"${inside[@]}" getent passwd sonde-collector || echo "the user is gone"
