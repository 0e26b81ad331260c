/**
 * Names that never leave the local network, or shouldn't: top-level domains that the IANA has set aside (RFC 6761,
 * RFC 6762, RFC 7686, RFC 8375, RFC 9476, `internal` by ICANN in 2024) and those that networks have always used so.
 */
// biome-ignore format: a list reads better as a block than as a line a name.
export const localTopLevels: ReadonlySet<string> = new Set([
  'local', 'localhost', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'priv',
  'domain', 'test', 'example', 'invalid', 'onion', 'alt', 'i2p', 'workgroup', 'router', 'gateway', 'modem',
  'dlink', 'belkin', 'fritz', 'speedport', 'localnet', 'loc', 'office', 'lokal', 'intern', 'intra', 'dhcp',
  'host', 'cluster', 'svc', 'consul', 'mshome', 'bbrouter', 'homestation', 'openstacklocal', 'novalocal',
  'ads', 'arpa',
]);

/**
 * Alternative roots have these top-level domains beside the IANA's (Namecoin, EmerDNS, OpenNIC). Ordinary resolvers
 * answer NXDOMAIN for all of them, and software that cannot be taken down by a registry goes there.
 */
export const alternativeRoots: ReadonlySet<string> = new Set([
  'bit',
  'bazar',
  'coin',
  'emc',
  'lib',
  'chan',
  'geek',
  'libre',
  'pirate',
]);
