/** The later options are those that came after 1.17, by the version, after the manual page and the changes that each version tells of. */
export const unboundLaterTables: Readonly<Record<string, string>> = {
  '1.18': `
server | yes-no | answer-cookie harden-unknown-additional
server | text | cookie-secret
server | number | sock-queue-timeout ip-ratelimit-cookie
cachedb | text | redis-server-path redis-server-password
`,
  '1.19': `
server | yes-no | disable-edns-do log-destaddr
cachedb | yes-no | cachedb-no-store
cachedb | text | redis-logical-db
`,
  '1.20': `
cachedb | yes-no | cachedb-check-when-serve-expired
dnstap | text | dnstap-sample-rate
`,
  '1.21': `
server | yes-no | harden-unverified-glue tls-use-system-policy-versions
server | number | cache-min-negative-ttl
server | text | cookie-secret-file
cachedb | text | redis-command-timeout redis-connect-timeout
`,
  '1.22': `
server | number | iter-scrub-ns iter-scrub-cname max-global-quota quic-port
server | size | quic-size
server | yes-no | log-thread-id
cachedb | text | redis-replica-server-host redis-replica-server-port redis-replica-server-path redis-replica-server-password
cachedb | text | redis-replica-timeout redis-replica-command-timeout redis-replica-connect-timeout redis-replica-logical-db
`,
  '1.23': `
server | yes-no | dns-error-reporting
`,
};
