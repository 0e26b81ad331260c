/**
 * The recursor table lists settings of pdns_recursor 4.8 as it lists them itself: the type that the default has, and
 * the names.
 */
export const recursorTable = `
boolean | allow-trust-anchor-query any-to-tcp daemon disable-packetcache disable-syslog dnssec-log-bogus dot-to-port-853
boolean | ecs-ipv4-never-cache ecs-ipv6-never-cache edns-padding-out extended-resolution-errors gettag-needs-edns-options
boolean | limit-qtype-any log-common-errors log-rpz-changes log-timestamp lowercase-outgoing non-local-bind
boolean | pdns-distributes-queries qname-minimization reuseport root-nx-trust save-parent-ns-set serve-rfc1918 snmp-agent
boolean | structured-logging tcp-fast-open-connect use-incoming-edns-subnet webserver
boolean | webserver-hash-plaintext-credentials write-pid
number | aggressive-cache-max-nsec3-hash-cost aggressive-nsec-cache-size carbon-interval client-tcp-timeout
number | distribution-pipe-buffer-size distributor-threads ecs-cache-limit-ttl ecs-ipv4-bits ecs-ipv4-cache-bits
number | ecs-ipv6-bits ecs-ipv6-cache-bits ecs-minimum-ttl-override edns-outgoing-bufsize edns-padding-tag
number | event-trace-enabled latency-statistic-size local-port loglevel lua-maintenance-interval max-busy-dot-probes
number | max-cache-bogus-ttl max-cache-entries max-cache-ttl max-concurrent-requests-per-tcp-connection max-dnskeys
number | max-ds-per-zone max-generate-steps max-include-depth max-mthreads max-negative-ttl max-ns-address-qperq
number | max-ns-per-resolve max-nsec3-hash-computations-per-query max-nsec3s-per-record max-packetcache-entries
number | max-qperq max-recursion-depth max-rrset-size max-rrsigs-per-record max-signature-validations-per-query
number | max-tcp-clients max-tcp-per-client max-tcp-queries-per-connection max-total-msec max-udp-queries-per-round
number | minimum-ttl-override network-timeout non-resolving-ns-max-fails non-resolving-ns-throttle-time
number | nsec3-max-iterations packetcache-servfail-ttl packetcache-ttl processes proxy-protocol-maximum-size
number | record-cache-locked-ttl-perc record-cache-shards refresh-on-ttl-perc serve-stale-extensions
number | server-down-max-fails server-down-throttle-time signature-inception-skew soa-minimum-ttl spoof-nearmiss-max
number | stack-size statistics-interval stats-ringbuffer-entries tcp-fast-open tcp-out-max-idle-ms
number | tcp-out-max-idle-per-auth tcp-out-max-idle-per-thread tcp-out-max-queries threads udp-source-port-avoid
number | udp-source-port-max udp-source-port-min udp-truncation-threshold webserver-port
text | allow-from allow-from-file allow-notify-for allow-notify-for-file allow-notify-from allow-notify-from-file
text | api-config-dir api-key auth-zones carbon-instance carbon-namespace carbon-ourname carbon-server chroot
text | config-dir config-name cpu-map distribution-load-factor dns64-prefix dnssec dont-query dont-throttle-names
text | dont-throttle-netmasks dot-to-auth-names ecs-add-for ecs-scope-zero-address edns-padding-from edns-padding-mode
text | edns-subnet-allow-list edns-subnet-whitelist entropy-source etc-hosts-file export-etc-hosts
text | export-etc-hosts-search-suffix forward-zones forward-zones-file forward-zones-recurse hint-file
text | ignore-unknown-settings include-dir local-address logging-facility lua-config-file lua-dns-script no-shuffle
text | nothing-below-nxdomain protobuf-use-kernel-timestamp proxy-protocol-from public-suffix-list-file
text | query-local-address quiet rng security-poll-suffix server-id setgid setuid single-socket snmp-daemon-socket
text | snmp-master-socket socket-dir socket-group socket-mode socket-owner stats-api-blacklist stats-api-disabled-list
text | stats-carbon-blacklist stats-carbon-disabled-list stats-rec-control-blacklist stats-rec-control-disabled-list
text | stats-snmp-blacklist stats-snmp-disabled-list structured-logging-backend trace version-string webserver-address
text | webserver-allow-from webserver-loglevel webserver-password x-dnssec-names
`;
