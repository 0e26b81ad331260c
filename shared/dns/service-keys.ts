/** Service parameter keys by number (https://www.iana.org/assignments/dns-svcb). */
export const serviceKeyNames = [
  'mandatory',
  'alpn',
  'no-default-alpn',
  'port',
  'ipv4hint',
  'ech',
  'ipv6hint',
  'dohpath',
  'ohttp',
] as const;
