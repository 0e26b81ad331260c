import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { PseudoRandom } from './pseudo-random.ts';

/** What is asked, and what comes back: everything of a row that depends on the name alone. */
export interface GeneratedQuestion {
  readonly name: string;
  readonly type: number;
  readonly responseCode: number;
  readonly records: readonly RowRecord[];
}

const words =
  'api cdn www mail img static data edge sync push log login app news shop video media cloud track ads metrics update time auth files'.split(
    ' ',
  );
const suffixes = ['com', 'com', 'com', 'net', 'org', 'io', 'de', 'co.uk', 'fr', 'nl', 'com.br', 'app'];

/**
 * The questions that a visit to the name of a rank asks, the same at every call. As stub resolvers do, most visits ask
 * for A and AAAA at once, every third for HTTPS as well; some names do not exist, some are of reverse zones or hold TXT;
 * a third of the answers goes through a CNAME.
 */
export function generatedVisit(rank: number): GeneratedQuestion[] {
  const random = new PseudoRandom(rank * 7_919 + 1);
  const name = nameOf(rank, random);
  const draw = random.fraction();
  const { A, AAAA, HTTPS, PTR, TXT } = recordTypes;
  if (draw > 0.95) {
    const octets = Array.from({ length: 4 }, () => random.below(256));
    const owner = `${octets.join('.')}.in-addr.arpa`;
    return [
      {
        name: owner,
        type: PTR,
        responseCode: 0,
        records: [answer(owner, PTR, `host-${octets.join('-')}.${name}`)],
      },
    ];
  }
  if (draw > 0.93) {
    return [
      {
        name,
        type: TXT,
        responseCode: 0,
        records: [answer(name, TXT, `"v=spf1 ip4:${label(random)} -all"`)],
      },
    ];
  }
  const missing = draw > 0.85;
  const responseCode = missing ? 3 : 0;
  const records = (type: number): RowRecord[] => (missing ? [] : addressRecords(name, type, rank));
  const visit: GeneratedQuestion[] = [{ name, type: A, responseCode, records: records(A) }];
  if (draw < 0.75) visit.push({ name, type: AAAA, responseCode, records: draw < 0.5 ? records(AAAA) : [] });
  if (draw < 0.25)
    visit.push({
      name,
      type: HTTPS,
      responseCode,
      records: draw < 0.08 ? [answer(name, HTTPS, '1 . alpn="h2,h3"')] : [],
    });
  return visit;
}

function addressRecords(name: string, type: number, rank: number): RowRecord[] {
  const random = new PseudoRandom(rank * 31 + 5);
  const records: RowRecord[] = [];
  let owner = name;
  if (random.fraction() < 0.33) {
    const target = `${label(random)}.${['cloudfront.net', 'akamaiedge.net', 'fastly.net'][random.below(3)]}`;
    records.push(answer(owner, recordTypes.CNAME, target));
    owner = target;
  }
  const count = 1 + random.below(3);
  for (let index = 0; index < count; index++) {
    const data =
      type === recordTypes.A
        ? `${20 + random.below(180)}.${random.below(256)}.${random.below(256)}.${random.below(256)}`
        : `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::${random.below(65_535) + 1}`;
    records.push(answer(owner, type, data));
  }
  return records;
}

function nameOf(rank: number, random: PseudoRandom): string {
  // Many names share a domain, the more the more popular it is.
  const domain = Math.floor(rank ** 0.85);
  const own = new PseudoRandom(domain + 17);
  const base = `${words[own.below(words.length)]}${label(own)}.${suffixes[own.below(suffixes.length)]}`;
  const depth = random.below(3);
  let name = base;
  for (let level = 0; level < depth; level++) {
    const word = words[random.below(words.length)]!;
    name = `${random.fraction() < 0.3 ? `${word}${random.below(100)}` : word}.${name}`;
  }
  return name;
}

function label(random: PseudoRandom): string {
  return random
    .uint32()
    .toString(36)
    .slice(0, 3 + random.below(5));
}

function answer(name: string, type: number, data: string): RowRecord {
  return { section: 'answer', name, type, ttl: 0, data };
}

/** The fields of a row that a generated one does not vary. */
export const constantFields: Omit<Row, 'queryName' | 'queryType' | 'responseCode' | 'records'> = {
  observedAt: 0,
  outcome: 'answered',
  transport: 'udp',
  nameService: 'dns',
  ednsVersion: 0,
  latency: 0,
  tcpRoundTrip: 0,
  clientAddress: '0.0.0.0',
  serverAddress: '10.0.0.53',
  clientPort: 0,
  serverPort: 53,
  messageId: 0,
  queryFlags: 0x0100,
  responseFlags: 0x8180,
  queryClass: 1,
  querySize: 0,
  responseSize: 0,
  ednsFlags: 3,
  ednsUdpSize: 1_232,
  answerCount: 0,
  authorityCount: 0,
  additionalCount: 1,
  marks: 0,
  clientSubnet: '',
  extendedErrors: [],
  policyRule: '',
};
