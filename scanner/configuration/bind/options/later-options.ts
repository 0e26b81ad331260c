/**
 * The later options are statements that came with 9.20, as named-checkconf 9.20.30 and its manual page have them, in the form of the other tables.
 */
export const laterOptions = `
options | boolean | - | responselog
options | integer | - | sig0checks-quota tcp-reuse-timeout
options | quoted | - | dnsrps-library
options | { match } | - | sig0checks-quota-exempt
options view | boolean | - | resolver-use-dns64
options view | integer | - | max-validation-failures-per-fetch max-validations-per-fetch sig0key-checks-limit sig0message-checks-limit
options view | { match } | - | allow-proxy allow-proxy-on
options view zone:mirror,secondary,stub | integer integer | - | min-transfer-rate-in
options view zone:mirror,primary,secondary | integer | - | notify-defer
options view zone:primary | boolean | - | check-svcb
zone:primary,secondary | ( explicit | boolean ) | - | checkds
server | boolean | - | require-cookie
dnssec-policy | boolean | - | cdnskey inline-signing manual-mode offline-ksk
dnssec-policy | { string } | - | cds-digest-types
key-store | string | - | directory
key-store | quoted | - | pkcs11-uri
tls | string | - | cipher-suites
top | string @key-store | many | key-store
top | string [ port port-number ] [ source ipv4-or-any ] [ source-v6 ipv6-or-any ] { remote-server } | many | remote-servers
`;
