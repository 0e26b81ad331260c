import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { base32Octets } from '@sonde/shared/zone-file/octets.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import type { Validation } from '../../ports/dns-validation.ts';
import { ChainOfTrust } from '../../protocols/dnssec/chain/chain-of-trust.ts';
import type { TrustAnchor } from '../../protocols/dnssec/chain/trust-anchor.ts';
import { validateAnswer } from '../../protocols/dnssec/validate-answer.ts';
import { ofApex } from './denied-digest.ts';

/**
 * Tells whether a trust anchor vouches for the zone's serial and its digest, or for there being none (RFC 8976 section
 * 4, steps 1 to 3), by nothing but the zone's own records: the worse of both.
 */
export async function securityOfZone(
  records: readonly DnsRecord[],
  zone: string,
  anchors: readonly TrustAnchor[],
  clock: Clock,
): Promise<Validation> {
  const answer = (name: string, type: number) => answerOf(records, zone, name, type);
  const chain = new ChainOfTrust({ anchors, clock, lookUp: async (name, type) => answer(name, type) });
  const [soa, digest] = await Promise.all(
    [recordTypes.SOA, recordTypes.ZONEMD].map((type) => validateAnswer(answer(zone, type), chain)),
  );
  return soa?.status === 'secure' ? digest! : soa!;
}

/** As a server of the zone answers for its apex; of other names nothing is known. */
function answerOf(records: readonly DnsRecord[], zone: string, name: string, type: number): DnsAnswer {
  const own = (wanted: number) => withSignatures(records, zone, wanted);
  const isHere = name === zone;
  const answer = isHere ? own(type) : [];
  const denial = isHere && answer.length === 0 ? [...own(recordTypes.NSEC), ...nsec3Of(records, zone)] : [];
  return {
    question: { name, type },
    responseCode: 0,
    authoritative: true,
    truncated: false,
    authenticData: false,
    recursionAvailable: false,
    answer,
    authority: denial,
    additional: [],
    extendedErrors: [],
    server: '',
    transport: 'cache',
    milliseconds: 0,
    size: 0,
  };
}

function withSignatures(records: readonly DnsRecord[], owner: string, type: number): DnsRecord[] {
  const set = records.filter((record) => record.name === owner && record.type === type);
  if (set.length === 0) return [];
  const signatures = records.filter(
    ({ name, type: own, data }) =>
      name === owner && own === recordTypes.RRSIG && ((data[0]! << 8) | data[1]!) === type,
  );
  return [...set, ...signatures];
}

function nsec3Of(records: readonly DnsRecord[], zone: string): DnsRecord[] {
  const owners = new Set(ofApex(records, zone).map(({ ownerHash }) => ownerHash.toString('hex')));
  return records
    .filter(({ type, name }) => type === recordTypes.NSEC3 && owners.has(hashIn(name)))
    .flatMap(({ name }) => withSignatures(records, name, recordTypes.NSEC3));
}

/** The hash that the owner's first label is. */
function hashIn(name: string): string {
  return base32Octets(name.slice(0, name.indexOf('.')))?.toString('hex') ?? '';
}
