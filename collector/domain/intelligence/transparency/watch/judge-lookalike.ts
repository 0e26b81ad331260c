import type { DnsAnswer } from '@sonde/scanner/ports/dns-answer.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { AutonomousSystems } from '../../../../ports/networks/autonomous-systems.ts';
import type { PassiveDns, PassiveRecord } from '../../../../ports/traffic/passive-dns.ts';
import type {
  CertificateVerdict,
  WatchedCertificate,
  WatchedPast,
} from '../../../../ports/transparency/watched-certificates.ts';

const mostRecords = 1_000;
const mostShown = 16;

interface LookalikeFacts {
  readonly past: WatchedPast;
  /** Records of the name and of all below it that the locations of the account saw. */
  readonly seen: readonly PassiveRecord[];
  readonly addresses: readonly { readonly address: string; readonly asn: number | null }[];
  /** NOERROR, NXDOMAIN, or why nothing was answered. */
  readonly resolution: string;
  readonly takesMail: boolean | null;
}

/**
 * Judges a look-alike's certificate, with what the DNS knows of the name: who asked for it here already, and where it
 * leads now.
 */
export function judgeLookalike(match: WatchedCertificate, facts: LookalikeFacts): CertificateVerdict {
  const { imitation, score } = match;
  const { past, seen, addresses, resolution, takesMail } = facts;
  const isAsked = seen.length > 0;
  const isUp = addresses.length > 0;
  const reasons = [
    imitation ?? 'lookalike',
    ...(past.certificates === 0 ? ['first_certificate'] : []),
    ...(isAsked ? ['asked_for_here'] : []),
    ...(isUp ? ['resolves_now'] : []),
    ...(takesMail === true ? ['takes_mail'] : []),
  ];
  const likely = Math.min(100, (score ?? 0) + (isUp ? 5 : 0) + (takesMail === true ? 5 : 0));
  return {
    reasons,
    severity: raised(severityOf(likely), isAsked),
    details: {
      score: likely,
      earlier_certificates: past.certificates,
      asked_for_here: {
        records: seen.length,
        queries: seen.reduce((sum, { count }) => sum + count, 0),
        first_seen: timeOf(
          seen.map(({ firstSeenAt }) => firstSeenAt.getTime()),
          Math.min,
        ),
        last_seen: timeOf(
          seen.map(({ lastSeenAt }) => lastSeenAt.getTime()),
          Math.max,
        ),
        names: [...new Set(seen.map(({ name }) => name))].slice(0, mostShown),
      },
      resolves_now: {
        status: resolution,
        addresses: addresses.slice(0, mostShown).map((one) => ({ ...one })),
        takes_mail: takesMail,
      },
    },
  };
}

function severityOf(score: number): Severity {
  if (score >= 85) return 'high';
  return score >= 60 ? 'medium' : 'low';
}

/** Raises the severity of a name that somebody here asked for: it is more than a threat to others. */
function raised(severity: Severity, isAsked: boolean): Severity {
  if (!isAsked) return severity;
  return severity === 'low' ? 'medium' : 'high';
}

function timeOf(times: readonly number[], choose: (...times: number[]) => number): Json {
  return times.length === 0 ? null : new Date(choose(...times)).toISOString();
}

/** Gathers what the DNS and the store know of a look-alike. Never rejects for what the network does. */
export async function lookalikeFacts(
  { name }: WatchedCertificate,
  past: WatchedPast,
  locationIds: readonly number[],
  {
    network: { dns },
    passiveDns,
    networks,
  }: {
    readonly network: Pick<ScanPorts, 'dns'>;
    readonly passiveDns: Pick<PassiveDns, 'byName'>;
    readonly networks: AutonomousSystems;
  },
): Promise<LookalikeFacts> {
  const ask = (type: number) => dns.resolve(name, type, { validate: false });
  const [seen, v4, v6, mail] = await Promise.all([
    passiveDns.byName(name, { locationIds, below: true, limit: mostRecords }),
    ask(recordTypes.A),
    ask(recordTypes.AAAA),
    ask(recordTypes.MX),
  ]);
  const addresses = [...addressesIn(v4, recordTypes.A), ...addressesIn(v6, recordTypes.AAAA)].map(
    (address) => ({
      address,
      asn: networks.find(addressBytes(address))?.asn ?? null,
    }),
  );
  return { past, seen, addresses, resolution: statusOf(v4), takesMail: takesMail(mail) };
}

function addressesIn({ answer }: DnsAnswer, type: number): string[] {
  return answer
    .filter((record) => record.type === type && record.data.length === (type === recordTypes.A ? 4 : 16))
    .map(({ data }) => addressText(mapped(data)));
}

/** 16 octets, IPv4 mapped (RFC 4291 section 2.5.5.2). */
function mapped(data: Uint8Array): Uint8Array {
  if (data.length === 16) return data;
  const bytes = new Uint8Array(16);
  bytes.set([0xff, 0xff], 10);
  bytes.set(data, 12);
  return bytes;
}

function statusOf({ failure, responseCode }: DnsAnswer): string {
  if (failure !== undefined) return failure;
  if (responseCode === 0) return 'NOERROR';
  return responseCode === 3 ? 'NXDOMAIN' : `RCODE${responseCode}`;
}

/** A null MX (RFC 7505) is told as none. */
function takesMail({ failure, answer }: DnsAnswer): boolean | null {
  if (failure !== undefined) return null;
  return answer.some(({ type, data }) => type === recordTypes.MX && data.length > 3);
}
