/**
 * The zone options are options that zones have, or servers and views for zones, as named-checkconf 9.18 takes them. A
 * line has the blocks (zones with their types), the form of the values, whether there may be many or it is on its way
 * out, and the names.
 */
export const zoneOptions = `
dlz zone:mirror,primary,secondary,stub | string | - | database
options server view zone:mirror,primary,secondary | ipv4-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | notify-source
options server view zone:mirror,primary,secondary | ipv6-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | notify-source-v6
options server view zone:mirror,secondary | boolean | - | request-expire request-ixfr
options server view zone:mirror,secondary,stub | ipv4-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | transfer-source
options server view zone:mirror,secondary,stub | ipv6-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | transfer-source-v6
options view zone:forward,primary,secondary,static-stub,stub | ( first | only ) | - | forward
options view zone:forward,primary,secondary,static-stub,stub | [ port port-number ] [ dscp integer ] [ tls string ] { host-address [ port port-number ] [ dscp integer ] [ tls string ] } | - | forwarders
options view zone:mirror,primary,redirect,secondary,static-stub,stub | ( full | terse | none | boolean ) | - | zone-statistics
options view zone:mirror,primary,redirect,secondary,static-stub,stub | integer | - | max-records max-records-per-type max-types-per-name
options view zone:mirror,primary,redirect,secondary,static-stub,stub | { match } | - | allow-query allow-query-on
options view zone:mirror,primary,redirect,secondary,stub | ( full | relative ) | - | masterfile-style
options view zone:mirror,primary,redirect,secondary,stub | ( raw | text ) | - | masterfile-format
options view zone:mirror,primary,secondary | ( explicit | master-only | primary-only | boolean ) | - | notify
options view zone:mirror,primary,secondary | ( unlimited | percentage ) | - | max-ixfr-ratio
options view zone:mirror,primary,secondary | [ port port-number ] [ dscp integer ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | - | also-notify
options view zone:mirror,primary,secondary | [ port port-number ] [ transport string ] { match } | - | allow-transfer
options view zone:mirror,primary,secondary | boolean | - | zero-no-soa-ttl
options view zone:mirror,primary,secondary | integer | - | max-transfer-idle-out max-transfer-time-out notify-delay
options view zone:mirror,primary,secondary | ipv4-or-any [ port ( port-number | * ) ] [ dscp integer ] | deprecated | alt-transfer-source
options view zone:mirror,primary,secondary | ipv6-or-any [ port ( port-number | * ) ] [ dscp integer ] | deprecated | alt-transfer-source-v6
options view zone:mirror,primary,secondary | size-limit | - | max-journal-size
options view zone:mirror,secondary | boolean | - | try-tcp-refresh
options view zone:mirror,secondary | { match } | - | allow-notify allow-update-forwarding
options view zone:mirror,secondary,stub | boolean [ port ( port-number | * ) ] [ dscp integer ] | deprecated | use-alt-transfer-source
options view zone:mirror,secondary,stub | boolean | - | multi-master
options view zone:mirror,secondary,stub | integer | - | max-refresh-time max-retry-time max-transfer-idle-in max-transfer-time-in min-refresh-time
options view zone:mirror,secondary,stub | integer | - | min-retry-time
options view zone:primary | ( date | increment | unixtime ) | - | serial-update-method
options view zone:primary | ( fail | warn | ignore ) | - | check-dup-records check-mx check-mx-cname check-srv-cname
options view zone:primary | ( warn | ignore ) | - | check-spf
options view zone:primary | boolean | - | check-integrity check-sibling check-wildcard dnssec-secure-to-insecure
options view zone:primary | { match } | - | allow-update
options view zone:primary,redirect | ( unlimited | duration ) | - | max-zone-ttl
options view zone:primary,secondary | ( allow | maintain | off ) | deprecated | auto-dnssec
options view zone:primary,secondary | ( maintain | no-resign ) | - | dnssec-update-mode
options view zone:primary,secondary | boolean | - | dnssec-dnskey-kskonly notify-to-soa nsec3-test-zone update-check-ksk
options view zone:primary,secondary | integer [ integer ] | - | sig-validity-interval
options view zone:primary,secondary | integer | - | dnskey-sig-validity dnssec-loadkeys-interval sig-signing-nodes sig-signing-signatures
options view zone:primary,secondary | integer | - | sig-signing-type
options view zone:primary,secondary | ipv4-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | parental-source
options view zone:primary,secondary | ipv6-or-any [ port ( port-number | * ) ] [ dscp integer ] | - | parental-source-v6
options view zone:primary,secondary | quoted | - | key-directory
options view zone:primary,secondary | string | - | dnssec-policy
options view zone:primary,secondary,stub | ( notify | notify-passive | passive | refresh | boolean ) | deprecated | dialup
zone:forward,hint,stub | boolean | deprecated | delegation-only
zone:hint,mirror,primary,redirect,secondary,stub | quoted | - | file
zone:hint,mirror,primary,secondary,stub | ( fail | warn | ignore ) | - | check-names
zone:in-view | string | - | in-view
zone:mirror,primary,secondary | boolean | - | ixfr-from-differences
zone:mirror,primary,secondary | quoted | - | journal
zone:mirror,redirect,secondary,stub | [ port port-number ] [ dscp integer ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | - | primaries masters
zone:primary | ( local | { update-rule } ) | - | update-policy
zone:primary,redirect,secondary | string | many | dlz
zone:primary,secondary | [ port port-number ] [ dscp integer ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | - | parental-agents
zone:primary,secondary | boolean | - | inline-signing
zone:primary,secondary,mirror,hint,forward,stub,static-stub,redirect,delegation-only | zone-type | - | type
zone:static-stub | { host-address } | - | server-addresses
zone:static-stub | { string } | - | server-names
`;
