import type { Program } from './judge-security.ts';

/** The later settings are those that came after the tables of 4.7 and 4.8, by the version, after the manuals' pages of settings. */
export const laterSettings: Readonly<Record<Program, Readonly<Record<string, string>>>> = {
  powerdns: {
    '4.8': 'default-catalog-zone delay-notifications webserver-connection-timeout workaround-11804',
    '4.9': 'loglevel-show lua-consistent-hashes-cleanup-interval lua-consistent-hashes-expire-delay',
    '5.0': 'direct-dnskey-signature dnsupdate-require-tsig lua-global-include-dir views',
  },
  'pdns-recursor': {
    '4.9': 'packetcache-negative-ttl stack-cache-size',
    '5.0': 'tcp-threads',
    '5.1': 'max-chain-length system-resolver-interval system-resolver-self-resolve-check system-resolver-ttl',
    '5.2': 'edns-subnet-harden',
  },
};
