/** The later options are those that came after 4.6, by the version, after nsd.conf(5) and the changes that each version tells of. */
export const nsdLaterTables: Readonly<Record<string, string>> = {
  '4.7': `
server | number | proxy-protocol-port
`,
  '4.8': `
server | number | tcp-listen-queue
dnstap | text | dnstap-ip dnstap-tls-server-name dnstap-tls-cert-bundle dnstap-tls-client-key-file dnstap-tls-client-cert-file
dnstap | yes-no | dnstap-tls
`,
  '4.9': `
zone pattern | text | catalog catalog-member-pattern catalog-producer-zone
`,
  '4.10': `
server | yes-no | reload-config
server | number | tls-auth-port
server | yes-no | tls-auth-xfr-only
`,
  '4.11': `
server | yes-no | xdp-program-load
server | text | xdp-interface xdp-program-path xdp-bpffs-path
`,
};
