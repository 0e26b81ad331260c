/** The later items are those that came after 3.2, by the version, in the form of the other table, after knot.conf(5) and the changes that each version tells of. */
export const knotLaterTables: Readonly<Record<string, string>> = {
  '3.3': `
server | address* | listen-quic
remote | boolean | quic
remote | text | cert-key
acl | text | cert-key
policy | text | keytag-modulo
zone | domain | reverse-generate
zone | boolean | ixfr-benevolent ixfr-by-one
zone | time | master-pin-tolerance
`,
  '3.4': `
server | address* | listen-tls
server | text* | ca-file
remote | boolean | tls
remote | text* | pin hostname
acl | text* | protocol
zone | integer | default-ttl
zone | domain | include-from
policy | ref:dnskey-sync | dnskey-sync
dnskey-sync | text | id
dnskey-sync | ref:remote* | remote
dnskey-sync | time | check-interval
mod-authsignal | text | id
mod-rrl | integer | instant-limit rate-table-size rate-log-period time-limit time-instant-limit time-table-size
mod-rrl | boolean | dry-run
`,
};
