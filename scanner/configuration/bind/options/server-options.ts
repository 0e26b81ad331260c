/**
 * The server options are options of the server and of views, as named-checkconf 9.18 takes them. A line has the blocks
 * (zones with their types), the form of the values, whether there may be many or it is on its way out, and the names.
 */
export const serverOptions = `
options server view | ( many-answers | one-answer ) | - | transfer-format
options server view | ( none | ipv4-or-any [ port ( port-number | * ) ] [ dscp integer ] | < address ipv4-or-any | port ( port-number | * ) | dscp integer > ) | - | query-source
options server view | ( none | ipv6-or-any [ port ( port-number | * ) ] [ dscp integer ] | < address ipv6-or-any | port ( port-number | * ) | dscp integer > ) | - | query-source-v6
options server view | boolean | - | provide-ixfr request-nsid send-cookie
options server view | integer | - | edns-udp-size max-udp-size
options view | ( default | unlimited | sizeval | percentage ) | - | max-cache-size
options view | ( disabled | off | integer ) | - | stale-answer-client-timeout
options view | ( no-auth | no-auth-recursive | boolean ) | - | minimal-responses
options view | ( primary | master | secondary | slave | boolean ) | - | ixfr-from-differences
options view | ( primary | master | secondary | slave | response ) ( fail | warn | ignore ) | many | check-names
options view | ( strict | relaxed | disabled | off ) | - | qname-minimization
options view | ( yes | no | auto ) | - | dnssec-validation
options view | @rate-limit | - | rate-limit
options view | [ exclude { string } ] | deprecated | root-delegation-only
options view | [ port port-number ] [ dscp integer ] { ( quoted [ port port-number ] | ipv4 [ port port-number ] | ipv6 [ port port-number ] ) } | - | dual-stack-servers
options view | boolean | - | allow-new-zones auth-nxdomain dnsrps-enable dnssec-accept-expired empty-zones-enable ipv4only-enable
options view | boolean | - | message-compression minimal-any recursion require-server-cookie root-key-sentinel stale-answer-enable
options view | boolean | - | stale-cache-enable synth-from-dnssec trust-anchor-telemetry zero-no-soa-ttl-cache
options view | boolean | deprecated | glue-cache
options view | boolean | obsolete | suppress-initial-notify
options view | duration | - | lame-ttl max-cache-ttl max-ncache-ttl max-stale-ttl min-cache-ttl min-ncache-ttl nta-lifetime
options view | duration | - | nta-recheck servfail-ttl stale-answer-ttl stale-refresh-time
options view | integer [ ( drop | fail ) ] | - | fetches-per-server fetches-per-zone
options view | integer [ integer ] | - | prefetch
options view | integer fixedpoint fixedpoint fixedpoint | - | fetch-quota-params
options view | integer | - | clients-per-query max-clients-per-query max-query-count max-query-restarts max-recursion-depth
options view | integer | - | max-recursion-queries nocookie-udp-size resolver-query-timeout v6-bias
options view | integer | deprecated | resolver-nonbackoff-tries resolver-retry-interval
options view | netprefix @dns64 | many | dns64
options view | quoted | - | new-zones-directory
options view | sizeval | - | lmdb-mapsize
options view | string boolean | many deprecated | dnssec-must-be-secure
options view | string { string } | many | disable-algorithms disable-ds-digests
options view | string | - | attach-cache dns64-contact dns64-server empty-contact empty-server ipv4only-contact ipv4only-server
options view | string | - | nxdomain-redirect preferred-glue
options view | string | many | disable-empty-zone
options view | { ( all | auth | client | forwarder | resolver | update ) [ ( query | response ) ] } | - | dnstap
options view | { [ class string ] [ type string ] [ name quoted ] order ( fixed | random | cyclic | none ) } | - | rrset-order
options view | { anything } | - | dnsrps-options
options view | { match } [ except-from { string } ] | - | deny-answer-addresses
options view | { match } block-size integer | - | response-padding
options view | { match } | - | allow-query-cache allow-query-cache-on allow-recursion allow-recursion-on no-case-compress sortlist
options view | { zone string [ < add-soa boolean | log boolean | max-policy-ttl duration | min-update-interval duration | policy ( cname string | disabled | drop | given | no-op | nodata | nxdomain | passthru | tcp-only ) | recursive-only boolean | nsip-enable boolean | nsdname-enable boolean | ede string > ] } [ < add-soa boolean | break-dnssec boolean | max-policy-ttl duration | min-update-interval duration | min-ns-dots integer | nsip-wait-recurse boolean | nsdname-wait-recurse boolean | qname-wait-recurse boolean | recursive-only boolean | nsip-enable boolean | nsdname-enable boolean | dnsrps-enable boolean | dnsrps-options { anything } > ] | - | response-policy
options view | { string } [ except-from { string } ] | - | deny-answer-aliases
options view | { string } | - | validate-except
options view | { zone string [ < ( default-primaries | default-masters ) [ port port-number ] [ dscp integer ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | zone-directory quoted | in-memory boolean | min-update-interval duration > ] } | - | catalog-zones
options | ( aes | siphash24 ) | - | cookie-algorithm
options | ( unix quoted | file quoted [ < size size-limit | versions ( unlimited | integer ) | suffix ( increment | timestamp ) > ] ) | - | dnstap-output
options | ( mpsc | spsc ) | - | fstrm-set-output-queue-model
options | ( quoted | none | hostname ) | - | dnstap-identity server-id
options | [ port port-number ] [ dscp integer ] [ < proxy string | tls string | http string > ] { match } | many | listen-on listen-on-v6
options | boolean | - | answer-cookie automatic-interface-scan flush-zones-on-shutdown match-mapped-addresses memstatistics
options | boolean | - | querylog reuseport
options | duration | - | fstrm-set-reopen-interval interface-interval
options | integer | - | fstrm-set-buffer-hint fstrm-set-flush-timeout fstrm-set-input-queue-size
options | integer | - | fstrm-set-output-notify-threshold fstrm-set-output-queue-size http-listener-clients http-port
options | integer | - | http-streams-per-connection https-port max-rsa-exponent-size notify-rate port recursive-clients
options | integer | - | serial-query-rate startup-notify-rate tcp-advertised-timeout tcp-clients tcp-idle-timeout
options | integer | - | tcp-initial-timeout tcp-keepalive-timeout tcp-listen-queue tcp-receive-buffer tcp-send-buffer
options | integer | - | tls-port transfer-message-size transfers-in transfers-out transfers-per-ns udp-receive-buffer
options | integer | - | udp-send-buffer update-quota
options | integer | deprecated | heartbeat-interval reserved-sockets
options | integer | obsolete | dscp
options | quoted integer | deprecated | tkey-dhkey
options | quoted | - | bindkeys-file directory dump-file managed-keys-directory memstatistics-file recursing-file
options | quoted | - | secroots-file statistics-file tkey-gssapi-keytab
options | quoted | deprecated | tkey-domain tkey-gssapi-credential
options | quoted-or-none | - | dnstap-version geoip-directory hostname lock-file pid-file session-keyfile version
options | quoted-or-none | obsolete | random-device
options | size-limit | deprecated | coresize datasize files stacksize
options | string | - | session-keyalg session-keyname
options | string | many | cookie-secret
options | { match } | - | blackhole keep-response-order
options | { portrange } | deprecated | avoid-v4-udp-ports avoid-v6-udp-ports use-v4-udp-ports use-v6-udp-ports
view | boolean | - | match-recursive-only
view | { match } | - | match-clients match-destinations
`;
