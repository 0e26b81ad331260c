import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { knownServers } from '../delegation/ask-servers.ts';
import { zoneOfDomain } from '../delegation/zone-of-domain.ts';
import { PartBuilder } from '../part-builder.ts';
import type { PropagatedAnswer, PropagatedType, PropagationResult } from './propagation-result.ts';

const types = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA'] as const;
const mostServers = 13;
const mostResolvers = 8;
const mostValues = 50;
const longestValue = 1_024;

interface Place {
  readonly name: string | null;
  readonly address: string;
  readonly kind: PropagatedAnswer['kind'];
}

/** Compares what the servers of a zone say, and what these resolvers (addresses) make of it. */
export function createPropagationScanner(resolvers: readonly string[]): Scanner<PropagationResult> {
  return {
    id: 'propagation',
    async scan(domain, ports) {
      const part = new PartBuilder('propagation');
      const zone = await zoneOfDomain(domain, part, ports);
      const servers = zone === undefined ? [] : knownServers(zone).slice(0, mostServers);
      const places: Place[] = [
        ...servers.map((server) => ({ ...server, kind: 'authoritative' as const })),
        ...resolvers
          .slice(0, mostResolvers)
          .map((address) => ({ name: null, address, kind: 'resolver' as const })),
      ];
      const compared = await Promise.all(types.map((type) => compare(domain, type, places, ports)));
      for (const type of compared) judge(part, domain, type);
      const told = compared.map(({ consistent }) => consistent).filter((one) => one !== null);
      const consistent = told.length === 0 ? null : told.every(Boolean);
      return part.done({ zone: zone?.apex ?? null, consistent, types: compared });
    },
  };
}

async function compare(
  domain: string,
  type: (typeof types)[number],
  places: readonly Place[],
  { dns, signal }: ScanPorts,
): Promise<PropagatedType> {
  const question = { name: domain, type: recordTypes[type] };
  const answers = await Promise.all(
    places.map(async (place) => {
      const isResolver = place.kind === 'resolver';
      const answer = await dns.ask(place.address, question, { recursionDesired: isResolver, signal });
      // What does not fit a datagram is had over TCP, as every resolver does.
      const whole = answer.truncated
        ? await dns.ask(place.address, question, { recursionDesired: isResolver, transport: 'tcp', signal })
        : answer;
      return entry(place, whole, recordTypes[type]);
    }),
  );
  const told = answers.filter(({ values }) => values !== null);
  const distinct = new Set(told.map(({ values }) => JSON.stringify(values)));
  return { type, consistent: told.length < 2 ? null : distinct.size === 1, answers };
}

function entry(place: Place, answer: DnsAnswer, type: number): PropagatedAnswer {
  const { failure, responseCode = 0 } = answer;
  const isTold = failure === undefined && (responseCode === 0 || responseCode === 3);
  // An alias's owner is told; its target may lie where an authoritative server does not look.
  const records = answer.answer.filter((record) => record.type === type || record.type === recordTypes.CNAME);
  const own = records.some((record) => record.type === recordTypes.CNAME)
    ? records.filter((record) => record.name === answer.question.name)
    : records;
  return {
    ...place,
    values: isTold
      ? own
          .map(({ text }) => text.slice(0, longestValue))
          .toSorted()
          .slice(0, mostValues)
      : null,
    ttl: isTold && own.length > 0 ? Math.min(...own.map(({ ttl }) => ttl)) : null,
    failure: isTold ? null : (failure ?? responseCodeName(responseCode)),
  };
}

function judge(part: PartBuilder, domain: string, { type, consistent, answers }: PropagatedType): void {
  if (consistent === true) {
    part.pass('same_everywhere', `All servers say the same of ${domain} ${type}.`, 'RFC 1034 section 4.3.5');
    return;
  }
  if (consistent === null) return;
  const isAddress = type === 'A' || type === 'AAAA';
  const message = `Servers say different things of ${domain} ${type}.`;
  const evidence = answers
    .map(
      ({ address, values }) => `${address}: ${values === null ? 'no answer' : values.join(' ') || 'nothing'}`,
    )
    .join('; ')
    .slice(0, 1_000);
  if (isAddress) {
    part.info(
      'differs',
      `${message} That is usual where answers depend on who asks.`,
      'RFC 1034 section 4.3.5',
      { evidence },
    );
  } else {
    part.warning('medium', 'differs', message, 'RFC 1034 section 4.3.5', {
      advice: 'Wait for the TTL to run out after a change; otherwise see whether zone transfers work.',
      evidence,
    });
  }
}
