import { isIP } from 'node:net';
import { leakSystems } from '@sonde/shared/dns/outside-dns.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import {
  only,
  type QueryFilter,
  type QuerySearch,
  type StoredQuery,
} from '../../../ports/traffic/query-search.ts';
import { indicatorKind } from '../../intelligence/threat-intel/indicator-kind.ts';

/** Milliseconds before its last sighting that a threat's queries are looked for in. */
const longestLook = 86_400_000;
const mostQueries = 50;

/**
 * Finds the stored queries that a threat rests on, newest first, of the last day that it was seen in; undefined if the
 * store can't tell now. Empty if they are past their time.
 */
export async function explainThreat(
  threat: Threat,
  ports: { querySearch: Pick<QuerySearch, 'search'> },
): Promise<StoredQuery[] | undefined> {
  try {
    const { queries } = await ports.querySearch.search(filterOf(threat), { limit: mostQueries });
    return queries;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

function filterOf(threat: Threat): QueryFilter {
  const { locationId, firstSeenAt, lastSeenAt } = threat;
  // Sightings are to the millisecond, rows to the microsecond; a sighting is of a window that may begin a while before.
  const from = new Date(Math.max(firstSeenAt.getTime() - 600_000, lastSeenAt.getTime() - longestLook));
  const when = { locationIds: [locationId], from, to: new Date(lastSeenAt.getTime() + 1) };
  return { ...when, ...aboutSubject(threat) };
}

/** Subjects are a domain, a client, or a client and what it talks to; else the name asked for last is what there is. */
function aboutSubject({ type, subject, source, queryName, clientAddress }: Threat): Partial<QueryFilter> {
  const [first = '', second = ''] = subject.split(' ');
  if (source === 'detection' && isIP(first) !== 0) {
    // Here the address is that of a machine that answers.
    if (type === 'name_poisoning') return { servers: only(first) };
    // Beside the client it names the rule.
    if (type === 'sigma') return { names: only(queryName), clients: only(first) };
    if (type === 'nxdomain_hijack') return { names: only(queryName) };
    const leak = type === 'name_leak' ? leakSystems.find((system) => system === second) : undefined;
    if (leak !== undefined) return { clients: only(first), leaks: only(leak) };
    return { clients: only(first), ...aboutPeer(second, queryName) };
  }
  // Beside the client it names the rule.
  if (type === 'sigma') return { names: only(queryName) };
  const isDomain = second === '' && indicatorKind(subject) === 'domain' && covers(subject, queryName);
  return isDomain ? { suffixes: only(subject) } : { names: only(queryName), clients: only(clientAddress) };
}

/** What a client talks to: a domain, a server with or without a port, a network whose addresses it asks about. */
function aboutPeer(peer: string, queryName: string): Partial<QueryFilter> {
  if (!peer.includes('.') && !peer.includes(':')) return {};
  const server = peer.replace(/#\d+$/, '');
  if (isIP(server) !== 0) return { servers: only(server) };
  const network = /^(\d+)\.(\d+)\.(\d+)\.0\/24$/.exec(peer);
  if (network !== null) return { suffixes: only(`${network[3]}.${network[2]}.${network[1]}.in-addr.arpa`) };
  return /^[a-z0-9_.-]+$/.test(peer) ? { suffixes: only(peer) } : { names: only(queryName) };
}

function covers(domain: string, name: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
