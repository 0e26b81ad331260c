import { ConfigurationError } from './configuration-error.ts';

/** The server types are the servers whose configurations are read, by the name of the interface. */
export const serverTypes = [
  'bind',
  'unbound',
  'nsd',
  'knot',
  'dnsmasq',
  'coredns',
  'powerdns',
  'pdns-recursor',
  'dnsdist',
  'blocky',
  'adguard',
  'kea',
] as const;
export type ServerType = (typeof serverTypes)[number];

const otherNames: Readonly<Record<string, ServerType>> = {
  bind9: 'bind',
  named: 'bind',
  'named.conf': 'bind',
  'unbound.conf': 'unbound',
  'nsd.conf': 'nsd',
  knotd: 'knot',
  'knot.conf': 'knot',
  'dnsmasq.conf': 'dnsmasq',
  corefile: 'coredns',
  pdns: 'powerdns',
  'pdns.conf': 'powerdns',
  pdns_server: 'powerdns',
  recursor: 'pdns-recursor',
  'recursor.conf': 'pdns-recursor',
  pdns_recursor: 'pdns-recursor',
  'powerdns-recursor': 'pdns-recursor',
  'dnsdist.conf': 'dnsdist',
  'recursor.yml': 'pdns-recursor',
  adguardhome: 'adguard',
  'adguard-home': 'adguard',
  'adguardhome.yaml': 'adguard',
};

/** Finds the server that a name means. Throws ConfigurationError. */
export function readServerType(text: string): ServerType {
  const name = text.trim().toLowerCase();
  const type = serverTypes.find((known) => known === name) ?? otherNames[name];
  if (type !== undefined) return type;
  throw new ConfigurationError('server_type', `The server is none of ${serverTypes.join(', ')}.`);
}

/** The main names are the usual names of the file that each server is started with. */
export const mainNames: readonly (readonly [RegExp, ServerType])[] = [
  [/^named\.conf$/i, 'bind'],
  [/^unbound\.conf$/i, 'unbound'],
  [/^nsd\.conf$/i, 'nsd'],
  [/^knot\.conf$/i, 'knot'],
  [/^dnsmasq\.conf$/i, 'dnsmasq'],
  [/^Corefile$/i, 'coredns'],
  [/^pdns\.conf$/i, 'powerdns'],
  [/^recursor\.(?:conf|ya?ml)$/i, 'pdns-recursor'],
  [/^dnsdist\.conf$/i, 'dnsdist'],
  [/^AdGuardHome\.ya?ml$/i, 'adguard'],
  [/^kea-dhcp-ddns\.conf$/i, 'kea'],
  [/^(?:blocky|config)\.ya?ml$/i, 'blocky'],
];
