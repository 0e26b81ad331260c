/** A version fact states when an option came and went; an option without one is in every version from 9.16 on. */
export interface VersionFact {
  readonly since?: string;
  /** From then on there is a warning. */
  readonly deprecated?: string;
  /** From then on it is taken, and does nothing. */
  readonly idle?: string;
  readonly removed?: string;
  /** The option to use instead. */
  readonly instead?: string;
}

const words = (text: string) => text.trim().split(/\s+/);

/** Gone before 9.18: named-checkconf 9.18 says that they no longer exist. */
const ancient = words(`
  acache-cleaning-interval acache-enable additional-from-auth additional-from-cache allow-v6-synthesis cache-file
  cleaning-interval deallocate-on-exit dnssec-enable dnssec-lookaside fake-iquery fetch-glue filter-aaaa filter-aaaa-on-v4
  filter-aaaa-on-v6 geoip-use-ecs has-old-clients host-statistics host-statistics-max maintain-ixfr-base max-acache-size
  max-ixfr-log-size min-roots multiple-cnames named-xfer nosit-udp-size queryport-pool-ports queryport-pool-updateinterval
  request-sit rfc2308-type1 serial-queries sit-secret statistics-interval topology treat-cr-as-space use-id-pool use-ixfr
  use-queryport-pool
`);

/** Gone with 9.20: named-checkconf 9.20 says that they no longer exist, or does not know them. */
const goneWith920 = words(`
  alt-transfer-source alt-transfer-source-v6 auto-dnssec coresize datasize delegation-only dscp files glue-cache lock-file
  parent-registration-delay random-device reserved-sockets resolver-nonbackoff-tries resolver-retry-interval root-delegation-only
  stacksize suppress-initial-notify tkey-dhkey use-alt-transfer-source
`);

/** Taken by 9.20, where they do nothing. */
const idleWith920 = words(`
  dnskey-sig-validity dnssec-dnskey-kskonly dnssec-secure-to-insecure dnssec-update-mode keep-response-order
  sig-validity-interval tkey-domain update-check-ksk
`);

/** On their way out with 9.20. */
const deprecatedWith920 = words('max-zone-ttl sortlist');

/** Words in the values of options that came or went: option, word. */
export const wordFacts: ReadonlyMap<string, VersionFact> = new Map<string, VersionFact>([
  ...[
    'forwarders tls',
    'query-source none',
    'query-source-v6 none',
    'listen-on proxy',
    'listen-on-v6 proxy',
  ].map((word): [string, VersionFact] => [word, { since: '9.20' }]),
  ...['primaries', 'masters', 'also-notify', 'parental-agents', 'catalog-zones'].flatMap((name) =>
    ['source', 'source-v6'].map((word): [string, VersionFact] => [`${name} ${word}`, { since: '9.20' }]),
  ),
  ...['key-store', 'tag-range'].map((word): [string, VersionFact] => [`keys ${word}`, { since: '9.20' }]),
  ['response-policy ede', { since: '9.20' }],
  ['cookie-algorithm aes', { removed: '9.20', instead: 'siphash24' }],
  ['type delegation-only', { removed: '9.20' }],
]);

/** Words that no option takes any more. */
export const wordsGone: ReadonlyMap<string, VersionFact> = new Map([['dscp', { removed: '9.20' }]]);

const replacements: Readonly<Record<string, string>> = {
  'auto-dnssec': 'dnssec-policy',
  'dnskey-sig-validity': 'signatures-validity-dnskey of a dnssec-policy',
  'sig-validity-interval': 'signatures-validity of a dnssec-policy',
  'max-zone-ttl': 'max-zone-ttl of a dnssec-policy',
  'dnssec-lookaside': 'trust-anchors',
  'filter-aaaa-on-v4': 'plugin query "filter-aaaa.so"',
  'sit-secret': 'cookie-secret',
  'request-sit': 'send-cookie',
  'nosit-udp-size': 'nocookie-udp-size',
  'trusted-keys': 'trust-anchors',
  'managed-keys': 'trust-anchors',
};

export const versionFacts: ReadonlyMap<string, VersionFact> = new Map<string, VersionFact>([
  ...ancient.map((name): [string, VersionFact] => [name, { removed: '9.18', ...insteadOf(name) }]),
  ...goneWith920.map((name): [string, VersionFact] => [
    name,
    { deprecated: '9.18', removed: '9.20', ...insteadOf(name) },
  ]),
  ...idleWith920.map((name): [string, VersionFact] => [name, { idle: '9.20', ...insteadOf(name) }]),
  ...deprecatedWith920.map((name): [string, VersionFact] => [
    name,
    { deprecated: '9.20', ...insteadOf(name) },
  ]),
  // named takes no control channel on a socket of the file system any more.
  ['controls unix', { removed: '9.20', instead: 'inet' }],
  ['trusted-keys', { deprecated: '9.16', ...insteadOf('trusted-keys') }],
  ['managed-keys', { deprecated: '9.16', ...insteadOf('managed-keys') }],
]);

function insteadOf(name: string): Pick<VersionFact, 'instead'> {
  const instead = replacements[name];
  return instead === undefined ? {} : { instead };
}
