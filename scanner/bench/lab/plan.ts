/** The top-level domain of the closed network of a demonstration. */
export const topLevelName = 'example';

/** A lab plan lists the addresses of the servers and clients in the closed network. */
export interface LabPlan {
  readonly kind: 'namespace' | 'loopback';
  readonly port: number;
  /** The resolver as clients see it. Only these are captured: upstream traffic leaves from elsewhere. */
  readonly resolver: readonly string[];
  /** The addresses that the resolver's own questions come from. */
  readonly resolverUpstream: readonly string[];
  readonly root: readonly string[];
  readonly topLevel: readonly string[];
  readonly leaves: readonly string[];
  /** Addresses that clients ask from. */
  readonly clients: readonly string[];
}

/**
 * The namespace plan uses addresses for benchmarks (RFC 2544) and documentation (RFC 3849), since all addresses are
 * free inside a network namespace of our own: these look like the Internet's and belong to nobody.
 */
export const namespacePlan: LabPlan = {
  kind: 'namespace',
  port: 53,
  resolver: ['198.18.0.53', '2001:db8::53'],
  resolverUpstream: ['198.18.0.20', '2001:db8::20'],
  root: ['198.18.0.1', '2001:db8::1'],
  topLevel: ['198.18.0.2', '2001:db8::2'],
  leaves: ['198.18.0.3', '2001:db8::3'],
  clients: ['198.18.1.10', '198.18.1.11', '198.18.1.12', '2001:db8:1::10', '2001:db8:1::11'],
};

/**
 * The loopback plan uses the machine's own loopback: high ports, and IPv4 alone, of which the whole of 127.0.0.0/8 is
 * there.
 */
export const loopbackPlan: LabPlan = {
  kind: 'loopback',
  port: 5300,
  resolver: ['127.53.0.53'],
  resolverUpstream: ['127.53.0.20'],
  root: ['127.53.0.1'],
  topLevel: ['127.53.0.2'],
  leaves: ['127.53.0.3'],
  clients: ['127.53.1.10', '127.53.1.11', '127.53.1.12'],
};

export function isIpv6(address: string): boolean {
  return address.includes(':');
}
