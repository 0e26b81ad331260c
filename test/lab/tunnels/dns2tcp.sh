#!/bin/sh
# Run in a network namespace: dns2tcp.sh DIRECTORY TYPE NODE. Leaves DIRECTORY/capture.pcap with a TCP connection over
# records of that type that carries 20,000 octets up and down.
set -eu
directory=$1 type=$2 node=$3
export PATH="$PATH:/usr/sbin:/sbin"
ip link set lo up
tcpdump -i lo -U -w "$directory/capture.pcap" udp port 53 2> "$directory/tcpdump.log" &
capture=$!
trap 'kill $echo $client $server $capture 2> /dev/null || true' EXIT
client='' server='' echo=''
until grep -q 'listening on' "$directory/tcpdump.log"; do sleep 0.1; done
cat > "$directory/server.conf" << CONFIG
listen = 127.0.0.1
port = 53
user = root
chroot = $directory
domain = d.tunnel-lab.net
resources = echo:127.0.0.1:7007
CONFIG
"$node" -e 'require("net").createServer((s) => s.on("error", () => {}).pipe(s)).listen(7007, "127.0.0.1")' &
echo=$!
dns2tcpd -F -d 1 -f "$directory/server.conf" > "$directory/server.log" 2>&1 &
server=$!
sleep 1
dns2tcpc -z d.tunnel-lab.net -T "$type" -r echo -l 2007 127.0.0.1 > "$directory/client.log" 2>&1 &
client=$!
sleep 1
"$node" -e '
const socket = require("net").connect(2007, "127.0.0.1", () => socket.write(require("crypto").randomBytes(20_000)));
let back = 0;
socket.on("data", (data) => { back += data.length; if (back >= 20_000) process.exit(0); });
socket.on("error", () => process.exit(1));
setTimeout(() => process.exit(0), 20_000);
' || true
sleep 0.5
