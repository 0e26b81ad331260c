/**
 * The Knot table lists items of knot.conf 3.2 by section, as knot.conf(5) has them and knotc takes them: the section,
 * the type of the value (an asterisk for many), and the names. Templates have the items of zones.
 */
export const knotTable = `
module | module-name | id
module | text | file
server | hex | nsid
server | text | identity version rundir user pidfile key-file cert-file
server | integer | udp-workers tcp-workers background-workers tcp-io-timeout tcp-remote-io-timeout tcp-max-clients quic-max-clients remote-pool-limit
server | boolean | async-start tcp-reuseport tcp-fastopen socket-affinity edns-client-subnet answer-rotation automatic-acl
server | time | tcp-idle-timeout quic-idle-close-timeout remote-pool-timeout remote-retry-delay dbus-init-delay
server | size | quic-outbuf-max-size udp-max-payload udp-max-payload-ipv4 udp-max-payload-ipv6
server | network* | proxy-allowlist
server | address* | listen
server | text* | listen-xdp
server | integer | max-tcp-clients
server | time | tcp-handshake-timeout tcp-reply-timeout
server | size | max-udp-payload max-ipv4-udp-payload max-ipv6-udp-payload
server | one:none,running,zone-updated,ksk-submission,dnssec-invalid* | dbus-event
xdp | listener* | listen
xdp | boolean | udp tcp quic quic-log route-check
xdp | integer | quic-port tcp-max-clients
xdp | size | tcp-inbuf-max-size tcp-outbuf-max-size
xdp | time | tcp-idle-close-timeout tcp-idle-reset-timeout tcp-resend-timeout
control | text* | listen
control | time | timeout
log | text | target
log | one:critical,error,warning,notice,info,debug | server control zone any
statistics | time | timer
statistics | text | file
statistics | boolean | append
database | text | storage journal-db kasp-db timer-db catalog-db
database | one:robust,asynchronous | journal-db-mode
database | size | journal-db-max-size kasp-db-max-size timer-db-max-size catalog-db-max-size
keystore | text | id config
keystore | one:pem,pkcs11 | backend
keystore | boolean | key-label
key | domain | id
key | one:hmac-md5,hmac-sha1,hmac-sha224,hmac-sha256,hmac-sha384,hmac-sha512 | algorithm
key | base64 | secret
remote | text | id
remote | address* | address via
remote | ref:key | key
remote | boolean | block-notify-after-transfer no-edns automatic-acl
remotes | text | id
remotes | ref:remote* | remote
acl | text | id
acl | network* | address
acl | ref:key* | key
acl | ref:remote* | remote
acl | one:query,notify,transfer,update* | action
acl | boolean | deny
acl | record-type* | update-type
acl | text* | update-owner-name
acl | one:key,zone,name | update-owner
acl | one:sub-or-equal,equal,sub | update-owner-match
submission | text | id
submission | ref:remote* | parent
submission | time | check-interval timeout parent-delay
policy | text | id
policy | ref:keystore | keystore
policy | boolean | manual single-type-signing ksk-shared reproducible-signing nsec3 nsec3-opt-out offline-ksk
policy | one:rsasha1,rsasha1-nsec3-sha1,rsasha256,rsasha512,ecdsap256sha256,ecdsap384sha384,ed25519,ed448 | algorithm
policy | size | ksk-size zsk-size
policy | time | dnskey-ttl zone-max-ttl ksk-lifetime zsk-lifetime delete-delay propagation-delay rrsig-lifetime rrsig-refresh rrsig-pre-refresh nsec3-salt-lifetime
policy | integer | nsec3-iterations nsec3-salt-length signing-threads
policy | ref:submission | ksk-submission
policy | ref:remote* | ds-push
policy | one:none,delete-dnssec,rollover,always,double-ds | cds-cdnskey-publish
policy | one:sha256,sha384 | cds-digest-type
policy | one:full,incremental | dnskey-management
policy | one:none,no-check-keyset,no-update-dnskey,no-update-nsec,no-update-expired* | unsafe-operation
template | text | id
template | text* | global-module
zone | domain | domain
zone | domain | catalog-zone
zone | ref:template | template
zone | text | storage file catalog-group
zone | ref:remote* | master notify ds-push
zone | ref:remote | ddns-master
zone | ref:acl* | acl
zone | size | zone-max-size
zone | boolean | disable-any provide-ixfr dnssec-signing dnssec-validation zonemd-verify
zone | one:on,off,true,false,soft | semantic-checks
zone | time | zonefile-sync refresh-min-interval refresh-max-interval retry-min-interval retry-max-interval expire-min-interval expire-max-interval
zone | one:none,difference,difference-no-serial,whole | zonefile-load
zone | one:none,changes,all | journal-content
zone | size | journal-max-usage
zone | integer | journal-max-depth adjust-threads
zone | ref:policy | dnssec-policy
zone | one:none,zonemd-sha384,zonemd-sha512,remove | zonemd-generate
zone | one:increment,unixtime,dateserial | serial-policy
zone | one:none,interpret,generate,member | catalog-role
zone | ref:template* | catalog-template
zone | text* | module
mod-cookies | text | id
mod-cookies | time | secret-lifetime
mod-cookies | integer | badcookie-slip
mod-cookies | cookie-secret* | secret
mod-dnsproxy | text | id
mod-dnsproxy | ref:remote | remote
mod-dnsproxy | integer | timeout
mod-dnsproxy | address* | address
mod-dnsproxy | boolean | fallback tcp-fastopen catch-nxdomain
mod-dnstap | text | id sink identity version
mod-dnstap | boolean | log-queries log-responses responses-with-queries
mod-geoip | text | id config-file geodb-file
mod-geoip | integer | ttl
mod-geoip | one:geodb,subnet,weighted | mode
mod-geoip | text* | geodb-key
mod-geoip | boolean | dnssec
mod-geoip | ref:policy | policy
mod-noudp | text | id
mod-noudp | integer | udp-allow-rate udp-truncate-rate
mod-onlinesign | text | id
mod-onlinesign | ref:policy | policy
mod-onlinesign | record-type* | nsec-bitmap
mod-probe | text | id path
mod-probe | integer | channels max-rate
mod-queryacl | text | id
mod-queryacl | network* | address interface
mod-rrl | text | id
mod-rrl | integer | rate-limit slip
mod-rrl | size | table-size
mod-rrl | network* | whitelist
mod-stats | text | id
mod-stats | boolean | request-protocol server-operation request-bytes response-bytes edns-presence flag-presence response-code
mod-stats | boolean | request-edns-option response-edns-option reply-nodata query-type query-size reply-size
mod-synthrecord | text | id prefix
mod-synthrecord | one:forward,reverse | type
mod-synthrecord | domain | origin
mod-synthrecord | integer | ttl
mod-synthrecord | network* | network
mod-synthrecord | boolean | reverse-short
mod-whoami | text | id
`;
