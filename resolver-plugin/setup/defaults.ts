import type { ResolverKind } from './resolvers.ts';

/**
 * The default dnstap socket is the path that holds unless the settings name another. `setup` and `run` have to agree on
 * it.
 */
export const defaultDnstapSocket = '/run/sonde-resolver/dnstap.sock';
export const defaultState = '/var/lib/sonde-resolver';
export const defaultZone = 'policy.sonde';
export const defaultPrimary = { host: '127.0.0.1', port: 5300 } as const;

/**
 * The default directories are the configuration directories of Debian's packages, and the directories that they may
 * write.
 */
export const defaultDirectories: Readonly<Record<ResolverKind, { configuration: string; state: string }>> = {
  unbound: { configuration: '/etc/unbound/unbound.conf.d', state: '/var/lib/unbound' },
  bind: { configuration: '/etc/bind', state: '/var/cache/bind' },
  knot: { configuration: '/etc/knot-resolver', state: '/var/lib/sonde-resolver/shared' },
  pdns: { configuration: '/etc/powerdns', state: '/var/lib/powerdns' },
  dnsdist: { configuration: '/etc/dnsdist', state: '/var/lib/dnsdist' },
};
