/**
 * The NSD table lists options of nsd.conf as nsd-checkconf 4.6 takes them, found by asking it, and options that
 * nsd.conf(5) names of later versions. Each line has the clauses, the types of the values, and the names.
 */
export const nsdTable = `
server | address-text | ip-address interface
server | yes-no | debug-mode do-ip4 do-ip6 ip4-only ip6-only hide-identity hide-version drop-updates ip-transparent ip-freebind reuseport
server | yes-no | minimal-responses refuse-any round-robin log-time-ascii log-only-syslog zonefiles-check tcp-reject-overflow
server | yes-no | confine-to-zone answer-cookie use-systemd
server | positive | server-count tcp-count rrl-size
server | number | tcp-query-count tcp-timeout tcp-mss outgoing-tcp-mss ipv4-edns-size ipv6-edns-size statistics verbosity port
server | number | xfrd-reload-timeout rrl-ratelimit rrl-slip
server | number | rrl-whitelist-ratelimit zonefiles-write send-buffer-size receive-buffer-size tls-port xfrd-tcp-max
server | number | xfrd-tcp-pipeline
server | prefix4 | rrl-ipv4-prefix-length
server | prefix6 | rrl-ipv6-prefix-length
server | identifier | nsid
server | cpus | cpu-affinity xfrd-cpu-affinity
server | text | database identity version logfile pidfile chroot username zonesdir zonelistfile difffile xfrdfile xfrdir
server | text | tls-service-key tls-service-ocsp tls-service-pem tls-cert-bundle cookie-secret cookie-secret-file
remote-control | yes-no | control-enable
remote-control | positive | control-port
remote-control | text | control-interface server-key-file server-cert-file control-key-file control-cert-file
dnstap | yes-no | dnstap-enable dnstap-send-identity dnstap-send-version dnstap-log-auth-query-messages
dnstap | yes-no | dnstap-log-auth-response-messages
dnstap | text | dnstap-socket-path dnstap-identity dnstap-version
key zone pattern tls-auth | text | name
key | tsig-algorithm | algorithm
key | base64 | secret
tls-auth | text | auth-domain-name client-cert client-key client-key-pw
zone pattern | text | zonefile zonestats include-pattern rrl-whitelist
zone pattern | peer text | allow-notify provide-xfr allow-query
zone pattern | notified text | notify
zone pattern | text text | request-xfr
zone pattern | netblock | outgoing-interface
zone pattern | yes-no | allow-axfr-fallback multi-master-check store-ixfr create-ixfr verify-zone
zone pattern | number | notify-retry max-refresh-time min-refresh-time max-retry-time min-retry-time ixfr-number ixfr-size
zone pattern | positive | size-limit-xfr
zone pattern | least-expiry | min-expire-time
zone pattern | verifier | verifier
verify | yes-no | enable verify-zones verifier-feed-zone
verify | address-text | ip-address
verify | number | verifier-count verifier-timeout port
verify | verifier | verifier
`;
