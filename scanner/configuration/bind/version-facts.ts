/** A version fact states when an option came and went; an option without one is in every version from 9.16 on. */
export interface VersionFact {
  readonly since?: string;
  /** From then on it does nothing, or there is a warning. */
  readonly deprecated?: string;
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

/** Gone with 9.20, by its release notes. */
const goneWith920 = words(`
  alt-transfer-source alt-transfer-source-v6 auto-dnssec coresize datasize delegation-only dialup dnssec-dnskey-kskonly
  dnssec-must-be-secure dnssec-secure-to-insecure dnssec-update-mode dscp files glue-cache heartbeat-interval
  keep-response-order lock-file parent-registration-delay random-device reserved-sockets resolver-nonbackoff-tries
  resolver-retry-interval root-delegation-only stacksize suppress-initial-notify tkey-dhkey update-check-ksk
  use-alt-transfer-source
`);

const replacements: Readonly<Record<string, string>> = {
  'auto-dnssec': 'dnssec-policy',
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
  ['trusted-keys', { deprecated: '9.16', ...insteadOf('trusted-keys') }],
  ['managed-keys', { deprecated: '9.16', ...insteadOf('managed-keys') }],
]);

function insteadOf(name: string): Pick<VersionFact, 'instead'> {
  const instead = replacements[name];
  return instead === undefined ? {} : { instead };
}
