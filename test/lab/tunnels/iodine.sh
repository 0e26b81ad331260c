#!/bin/sh
# Run in a network namespace: iodine.sh DIRECTORY TYPE. Leaves DIRECTORY/capture.pcap with an iodine tunnel over records of
# that type, from its first query on.
set -eu
directory=$1 type=$2
export PATH="$PATH:/usr/sbin:/sbin"
ip link set lo up
tcpdump -i lo -U -w "$directory/capture.pcap" udp port 53 2> "$directory/tcpdump.log" &
capture=$!
trap 'kill $client $server $capture 2> /dev/null || true' EXIT
client='' server=''
until grep -q 'listening on' "$directory/tcpdump.log"; do sleep 0.1; done
iodined -f -c -P secret -l 127.0.0.1 198.18.0.1/24 t.tunnel-lab.net > "$directory/server.log" 2>&1 &
server=$!
sleep 1
iodine -f -r -T "$type" -P secret 127.0.0.1 t.tunnel-lab.net > "$directory/client.log" 2>&1 &
client=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  if grep -q "Connection setup complete" "$directory/client.log"; then break; fi
  sleep 1
done
sleep 1
