import type { RowRecord } from '@sonde/shared/batch/row.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { drawnText, generatedDomain, oneOf } from './generated-domain.ts';
import { address, addressRecords, answer, denial } from './generated-records.ts';
import { numbered, type PseudoRandom } from './pseudo-random.ts';
import { siteWords } from './site-words.ts';

/** A generated question is a query with its answer: everything of a row that depends on the name alone. */
export interface GeneratedQuestion {
  readonly name: string;
  readonly type: number;
  readonly responseCode: number;
  readonly records: readonly RowRecord[];
}

const services =
  'api cdn mail img static data edge sync push log login app news shop video media cloud track ads metrics update time auth files assets m images accounts config events'.split(
    ' ',
  );
/** Networks append these suffixes to names that lack a dot, or that were not found. */
const searched = [
  'corp.maplebridge.com',
  'office.silverharbor.de',
  'lan',
  'branch.willowtech.net',
  'fritz.box',
];
const lone = ['wpad', 'isatap', 'printer', 'fileserver', 'intranet', 'localdomain', 'nas', 'proxy'];
/** Ranks from which names may be missing, or of servers that fail: what everybody asks for is there. */
const firstMissing = 50;

/**
 * Gives the questions that a visit to the name of a rank asks, the same at every call. As stub resolvers do, most
 * visits ask for A and AAAA at once, every third for HTTPS as well; some names do not exist, some are of reverse zones
 * or hold TXT; a third of the answers goes through a CNAME.
 */
export function generatedVisit(rank: number): GeneratedQuestion[] {
  const random = numbered(rank, 2);
  // Many names share a domain, the more the more popular it is.
  const domain = generatedDomain(Math.floor(rank ** 0.85));
  const draw = random.fraction();
  const { A, AAAA, HTTPS } = recordTypes;
  if (draw > 0.95) return [reverse(domain, random)];
  if (draw > 0.93) return [text(domain, random)];
  if (draw > 0.85 && rank >= firstMissing) return missing(domain, random, draw < 0.9);
  if (draw > 0.845 && rank >= firstMissing)
    return [{ name: hostOf(domain, random), type: A, responseCode: responseCodes.SERVFAIL, records: [] }];
  const name = draw > 0.81 ? machine(random) : hostOf(domain, random);
  const found = (type: number, records: readonly RowRecord[]): GeneratedQuestion => ({
    name,
    type,
    responseCode: responseCodes.NOERROR,
    records: records.length > 0 ? records : [denial(domain)],
  });
  const visit = [found(A, addressRecords(name, A, rank))];
  if (draw < 0.75) visit.push(found(AAAA, draw < 0.5 ? addressRecords(name, AAAA, rank) : []));
  if (draw < 0.25) visit.push(found(HTTPS, draw < 0.08 ? [answer(name, HTTPS, '1 . alpn="h2,h3"')] : []));
  return visit;
}

export function hostOf(domain: string, random: PseudoRandom): string {
  const draw = random.fraction();
  if (draw < 0.22) return domain;
  if (draw < 0.5) return `www.${domain}`;
  const service = oneOf(random, services);
  if (draw < 0.72) return `${service}.${domain}`;
  if (draw < 0.84) return `${service}${random.below(100)}.${domain}`;
  if (draw < 0.9) return `${oneOf(random, siteWords.plain)}.${domain}`;
  if (draw < 0.97)
    return `${service}.${oneOf(random, ['eu', 'us-east-1', 'eu-west-1', 'prod', 'live', 'int'])}.${domain}`;
  return `${drawnText(random, 8 + random.below(8))}.${service}.${domain}`;
}

/** Machines of the networks that deliver what sites show. */
function machine(random: PseudoRandom): string {
  const draw = random.fraction();
  if (draw < 0.4) return `d${drawnText(random, 13)}.cloudfront.net`;
  if (draw < 0.7) return `rr${1 + random.below(20)}---sn-${drawnText(random, 8)}.googlevideo.com`;
  return `a${random.below(2_000)}.dscd.akamai.net`;
}

function reverse(domain: string, random: PseudoRandom): GeneratedQuestion {
  const { PTR } = recordTypes;
  const octets = address(random).split('.');
  const name = `${octets.toReversed().join('.')}.in-addr.arpa`;
  const host = `static-${octets.join('-')}.${domain}`;
  return { name, type: PTR, responseCode: responseCodes.NOERROR, records: [answer(name, PTR, host)] };
}

function text(domain: string, random: PseudoRandom): GeneratedQuestion {
  const { TXT } = recordTypes;
  const policy = random.fraction() < 0.5;
  const name = policy ? `_dmarc.${domain}` : domain;
  const data = policy
    ? `"v=DMARC1; p=reject; rua=mailto:dmarc@${domain}"`
    : `"v=spf1 ip4:${address(random)} -all"`;
  return { name, type: TXT, responseCode: responseCodes.NOERROR, records: [answer(name, TXT, data)] };
}

/** Mostly hosts that are missing below domains that exist; one such visit in ten is to a domain that does not. */
function missing(domain: string, random: PseudoRandom, withLong: boolean): GeneratedQuestion[] {
  const { A, AAAA } = recordTypes;
  const draw = random.fraction();
  let name = `${oneOf(random, siteWords.plain)}${random.below(30)}.${domain}`;
  let zone = domain;
  if (draw < 0.4) {
    zone = oneOf(random, searched);
    name = `${hostOf(domain, random)}.${zone}`;
    if (!zone.includes('.')) zone = '';
  } else if (draw < 0.55) {
    name = oneOf(random, lone);
    zone = '';
  } else if (draw < 0.65) {
    name = hostOf(domain, random);
    zone = domain.slice(domain.indexOf('.') + 1);
  }
  const records = [denial(zone)];
  return (withLong ? [A, AAAA] : [A]).map((type) => ({
    name,
    type,
    responseCode: responseCodes.NXDOMAIN,
    records,
  }));
}
