/**
 * The server table lists settings of pdns_server 4.7 as it lists them itself: the type that the default has, and the
 * names.
 */
export const serverTable = `
boolean | 8bit-dns allow-unsigned-autoprimary allow-unsigned-notify allow-unsigned-supermaster any-to-tcp api
boolean | autosecondary axfr-lower-serial consistent-backends control-console daemon default-api-rectify direct-dnskey
boolean | disable-axfr disable-axfr-rectify disable-syslog dname-processing dnsupdate edns-subnet-processing
boolean | enable-lua-records expand-alias forward-dnsupdate guardian local-address-nonexist-fail log-dns-details
boolean | log-dns-queries log-timestamp master non-local-bind outgoing-axfr-expand-alias prevent-self-notification
boolean | primary query-logging resolver reuseport secondary secondary-check-signature-freshness secondary-do-renotify
boolean | send-signed-notify slave slave-renotify superslave svc-autohints traceback-handler upgrade-unknown-types
boolean | webserver webserver-hash-plaintext-credentials webserver-print-arguments write-pid
number | axfr-fetch-timeout cache-ttl carbon-interval default-ksk-size default-ttl default-zsk-size distributor-threads
number | dnssec-key-cache-ttl local-port loglevel lua-health-checks-expire-delay lua-health-checks-interval
number | lua-records-exec-limit max-cache-entries max-ent-entries max-generate-steps max-include-depth
number | max-nsec3-iterations max-packet-cache-entries max-queue-length max-tcp-connection-duration max-tcp-connections
number | max-tcp-connections-per-client max-tcp-transactions-per-conn negquery-cache-ttl overload-queue-length
number | proxy-protocol-maximum-size query-cache-ttl queue-limit receiver-threads retrieval-threads signing-threads
number | slave-cycle-interval tcp-control-port tcp-fast-open tcp-idle-timeout udp-truncation-threshold
number | webserver-max-bodysize webserver-port xfr-cycle-interval xfr-max-received-mbytes zone-cache-refresh-interval
number | zone-metadata-cache-ttl
text | allow-axfr-ips allow-dnsupdate-from allow-notify-from also-notify api-key carbon-instance carbon-namespace
text | carbon-ourname carbon-server chroot config-dir config-name default-ksk-algorithm default-publish-cdnskey
text | default-publish-cds default-soa-content default-soa-edit default-soa-edit-signed default-zsk-algorithm
text | domain-metadata-cache-ttl edns-cookie-secret entropy-source forward-notify ignore-unknown-settings include-dir
text | launch load-modules local-address logging-facility lua-axfr-script lua-dnsupdate-policy-script
text | lua-prequery-script max-signature-cache-entries module-dir no-shuffle only-notify proxy-protocol-from
text | query-local-address rng security-poll-suffix server-id setgid setuid socket-dir tcp-control-address
text | tcp-control-range tcp-control-secret trusted-notification-proxy version-string webserver-address
text | webserver-allow-from webserver-loglevel webserver-password
`;
