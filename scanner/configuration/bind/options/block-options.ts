/**
 * The block options are statements of all other blocks, as named-checkconf 9.18 takes them. A line has the blocks
 * (zones with their types), the form of the values, whether there may be many or it is on its way out, and the names.
 */
export const blockOptions = `
channel | ( iso8601 | iso8601-utc | local | boolean ) | - | print-time
channel | [ string ] | - | syslog
channel | boolean | - | buffered print-category print-severity
channel | log-severity | - | severity
channel | nothing | - | null stderr
channel | quoted [ < versions ( unlimited | integer ) | size size-limit | suffix ( increment | timestamp ) > ] | - | file
controls | address-or-any [ port ( port-number | * ) ] allow { match } [ keys { string } ] [ read-only boolean ] | many | inet
controls | quoted perm integer owner integer group integer [ keys { string } ] [ read-only boolean ] | many | unix
dlz | boolean | - | search
dns64 | boolean | - | break-dnssec recursive-only
dns64 | ipv6 | - | suffix
dns64 | { match } | - | clients exclude mapped
dnssec-policy | [ iterations integer ] [ optout boolean ] [ salt-length integer ] | - | nsec3param
dnssec-policy | duration | - | dnskey-ttl max-zone-ttl parent-ds-ttl parent-propagation-delay publish-safety purge-keys
dnssec-policy | duration | - | retire-safety signatures-jitter signatures-refresh signatures-validity signatures-validity-dnskey
dnssec-policy | duration | - | zone-propagation-delay
dnssec-policy | duration | obsolete | parent-registration-delay
dnssec-policy | { ( csk | ksk | zsk ) [ ( key-directory | key-store string ) ] lifetime duration-or-unlimited algorithm string [ tag-range integer integer ] [ integer ] } | - | keys
http | integer | - | listener-clients streams-per-connection
http | { quoted } | - | endpoints
key | string | - | algorithm secret
logging | string @channel | many | channel
logging | string { string } | many | category
rate-limit | boolean | - | log-only
rate-limit | integer | - | all-per-second errors-per-second ipv4-prefix-length ipv6-prefix-length max-table-size min-table-size
rate-limit | integer | - | nodata-per-second nxdomains-per-second qps-scale referrals-per-second responses-per-second slip
rate-limit | integer | - | window
rate-limit | { match } | - | exempt-clients
server | ( string | { string } ) | - | keys
server | boolean | - | bogus edns tcp-keepalive tcp-only
server | integer | - | edns-version padding transfers
statistics-channels | address-or-any [ port ( port-number | * ) ] [ allow { match } ] | many | inet
tls | boolean | - | prefer-server-ciphers session-tickets
tls | quoted | - | ca-file cert-file dhparam-file key-file remote-hostname
tls | string | - | ciphers
tls | { string } | - | protocols
top view | ( query ) string [ { anything } ] | many | plugin
top view | netprefix @server | many | server
top view | string @dlz | many | dlz
top view | string @key | many | key
top view | string [ class-name ] @zone | many | zone
top view | string quoted { anything } | many | dyndb
top view | { string ( static-key | initial-key | static-ds | initial-ds ) integer integer integer quoted } | many deprecated | managed-keys
top view | { string ( static-key | initial-key | static-ds | initial-ds ) integer integer integer quoted } | many | trust-anchors
top view | { string integer integer integer quoted } | many deprecated | trusted-keys
top | @controls | many | controls
top | @logging | - | logging
top | @options | - | options
top | @statistics-channels | many | statistics-channels
top | string @dnssec-policy | many | dnssec-policy
top | string @http | many | http
top | string @tls | many | tls
top | string [ class-name ] @view | many | view
top | string [ port port-number ] [ dscp integer ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | many | parental-agents primaries masters
top | string { match } | many | acl
`;
