import type { QuicProbe } from '../../ports/quic-probe.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { ProbeError } from '../../ports/tls-session.ts';
import { askRecords } from '../ask-records.ts';

/** DNS over QUIC (RFC 9250 section 4.1.1). */
const doqPort = 853;
const mostTargets = 12;

export interface DoqServer {
  readonly host: string;
  readonly address: string;
  readonly port: number;
  /** `name_server`: it serves the domain's zone; `host`: the domain's own address, as of a resolver's name. */
  readonly role: 'name_server' | 'host';
  /** `answers`: QUIC is spoken there; else why nothing is known of it. */
  readonly quic:
    | 'answers'
    | 'timeout'
    | 'refused'
    | 'unreachable'
    | 'malformed'
    | 'too_large'
    | 'refused_by_policy';
  /** The versions as four octets in hexadecimal; empty if there was no answer. */
  readonly versions: readonly string[];
}

export interface DoqTest {
  /** Whether QUIC is spoken at the port of DNS over QUIC by any server; null if none answered, which may be the way there. */
  readonly quicAtDoqPort: boolean | null;
  readonly servers: readonly DoqServer[];
}

/**
 * Checks whether servers of a domain speak QUIC where DNS over QUIC would be. Whether DNS is behind it takes a
 * handshake.
 */
export async function testDoq(
  domain: string,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
  quic: QuicProbe,
): Promise<DoqTest> {
  const [zone, ...own] = await Promise.all([
    dns.zoneOf(domain, { signal }),
    askRecords(domain, 'A', { dns, signal }, 'doq'),
    askRecords(domain, 'AAAA', { dns, signal }, 'doq'),
  ]);
  const named = zone.own.length > 0 ? zone.own : zone.delegated;
  const targets = [
    ...own.flatMap(({ records }) => records.map(({ text }) => target(domain, text, 'host'))),
    ...named.flatMap(({ name, addresses }) =>
      addresses.map((address) => target(name, address, 'name_server')),
    ),
  ];
  const distinct = [...new Map(targets.map((one) => [one.address, one])).values()].slice(0, mostTargets);
  const servers = await Promise.all(distinct.map((one) => probe(one, quic, signal)));
  const answered = servers.some((server) => server.quic === 'answers');
  return { quicAtDoqPort: answered ? true : null, servers };
}

type Target = Pick<DoqServer, 'host' | 'address' | 'port' | 'role'>;

function target(host: string, address: string, role: DoqServer['role']): Target {
  return { host, address, port: doqPort, role };
}

async function probe(one: Target, quic: QuicProbe, signal: AbortSignal): Promise<DoqServer> {
  try {
    const versions = await quic.versions({ address: one.address, port: one.port, signal });
    return { ...one, quic: 'answers', versions: versions.map(hexadecimal) };
  } catch (error) {
    if (error instanceof ProbeError) return { ...one, quic: error.failure, versions: [] };
    throw error;
  }
}

function hexadecimal(version: number): string {
  return version.toString(16).padStart(8, '0');
}
