import type { LabZone } from '../../../../support/lab/zone.ts';
import type { DnssecCase } from './case.ts';

const records = [
  'www A 198.18.10.1',
  'a.b.c A 198.18.10.2',
  '*.wild A 198.18.10.3',
  'host.wild A 198.18.10.4',
  '*.walias CNAME www',
  'alias CNAME missing',
  'old DNAME wild',
  'sub NS ns.sub',
  'ns.sub A 198.18.10.5',
].join('\n');

const zones: Readonly<Record<string, LabZone>> = {
  nsec: { name: 'nsec.example', records },
  nsec3: { name: 'nsec3.example', records, signing: { nsec3: { salt: 'beef', iterations: 3 } } },
  optout: { name: 'optout.example', records, signing: { nsec3: { optOut: true } } },
};

const both = (title: string, name: string, type: string, rule: readonly [string, string]): DnssecCase[] =>
  ['nsec', 'nsec3'].map((kind, index) => ({
    title: `${title} (${kind.toUpperCase()})`,
    zones: [zones[kind]!],
    name: `${name}${name === '' ? '' : '.'}${kind}.example`,
    type,
    verdict: 'secure',
    rule: rule[index]!,
  }));

export const denialCases: readonly DnssecCase[] = [
  ...both('a name that is not there', 'missing', 'A', ['RFC 4035 section 3.1.3.2', 'RFC 5155 section 8.4']),
  ...both('a name far below what is there', 'x.y.z', 'A', [
    'RFC 4035 section 3.1.3.2',
    'RFC 5155 section 8.4',
  ]),
  ...both('a type that is not there', 'www', 'AAAA', ['RFC 4035 section 3.1.3.1', 'RFC 5155 section 8.5']),
  ...both('a type that the apex has not', '', 'MX', ['RFC 4035 section 3.1.3.1', 'RFC 5155 section 8.5']),
  ...both('an empty non-terminal', 'b.c', 'A', ['RFC 4035 section 3.1.3.1', 'RFC 5155 section 8.5']),
  ...both('a wildcard', 'x.wild', 'A', ['RFC 4035 section 5.3.4', 'RFC 5155 section 8.8']),
  ...both('a wildcard several labels away', 'x.y.z.wild', 'A', [
    'RFC 4035 section 5.3.4',
    'RFC 5155 section 8.8',
  ]),
  ...both('the wildcard itself', '*.wild', 'A', ['RFC 4592 section 2', 'RFC 4592 section 2']),
  ...both('a type that a wildcard has not', 'x.wild', 'MX', [
    'RFC 4035 section 3.1.3.4',
    'RFC 5155 section 8.7',
  ]),
  ...both('below a name that keeps the wildcard off', 'x.host.wild', 'A', [
    'RFC 4592 section 4.1',
    'RFC 4592 section 4.1',
  ]),
  ...both('an alias out of a wildcard', 'x.walias', 'A', ['RFC 4035 section 5.3.4', 'RFC 5155 section 8.8']),
  ...both('an alias to nothing', 'alias', 'A', ['RFC 2308 section 2.1', 'RFC 2308 section 2.1']),
  ...both('a redirected subtree', 'x.old', 'A', ['RFC 6672 section 5.3', 'RFC 6672 section 5.3']),
  ...both('no DS at the apex of a name that is no delegation', 'www', 'DS', [
    'RFC 4035 section 3.1.4',
    'RFC 5155 section 8.6',
  ]),
  ...both('no DS at an unsigned delegation', 'sub', 'DS', ['RFC 4035 section 3.1.4', 'RFC 5155 section 8.6']),
  {
    title: 'a name within a span of opt-out',
    zones: [zones.optout!],
    name: 'missing.optout.example',
    type: 'A',
    verdict: 'insecure',
    rule: 'RFC 5155 section 9.2',
    differs: { delv: 'secure', why: 'BIND heeds opt-out for DS alone' },
  },
  {
    title: 'a type that is not there, in a zone with opt-out',
    zones: [zones.optout!],
    name: 'www.optout.example',
    type: 'AAAA',
    verdict: 'secure',
    rule: 'RFC 5155 section 8.5',
  },
  {
    title: 'no DS at a delegation that has a record in spite of opt-out',
    zones: [zones.optout!],
    name: 'sub.optout.example',
    type: 'DS',
    verdict: 'secure',
    rule: 'RFC 5155 section 8.6',
  },
  {
    title: 'more rounds of hashing than are done',
    zones: [{ name: 'rounds.example', records, signing: { nsec3: { iterations: 500 } } }],
    name: 'missing.rounds.example',
    type: 'A',
    verdict: 'insecure',
    code: 27,
    rule: 'RFC 9276 section 3.2',
  },
  {
    title: 'an answer of a zone with too many rounds',
    zones: [{ name: 'rounds.example', records, signing: { nsec3: { iterations: 500 } } }],
    name: 'www.rounds.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 9276 section 3.2',
  },
  {
    title: 'below an unsigned delegation of a signed zone',
    zones: [{ name: 'plain.example', signing: false, records: 'www A 198.18.10.1' }],
    name: 'www.plain.example',
    type: 'A',
    verdict: 'insecure',
    rule: 'RFC 4035 section 5.2',
  },
  {
    title: 'a name that is not there, in an unsigned zone',
    zones: [{ name: 'plain.example', signing: false, records: 'www A 198.18.10.1' }],
    name: 'missing.plain.example',
    type: 'A',
    verdict: 'insecure',
    rule: 'RFC 4035 section 5.2',
  },
  {
    title: 'an island: signed, but not vouched for',
    zones: [{ name: 'island.example', signing: { digests: [] }, records: 'www A 198.18.10.1' }],
    name: 'www.island.example',
    type: 'A',
    verdict: 'insecure',
    rule: 'RFC 4035 section 5.2',
  },
  {
    title: 'an alias from a signed zone to an unsigned one',
    zones: [
      { name: 'from.example', records: 'www CNAME www.plain.example.' },
      { name: 'plain.example', signing: false, records: 'www A 198.18.10.1' },
    ],
    name: 'www.from.example',
    type: 'A',
    verdict: 'insecure',
    rule: 'RFC 4035 section 5',
  },
  {
    title: 'a zone two cuts below the top',
    zones: [
      { name: 'shop.example', records: 'www A 198.18.10.1' },
      { name: 'deep.down.shop.example', records: 'www A 198.18.10.1', servers: ['198.18.0.4'] },
    ],
    name: 'www.deep.down.shop.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 4035 section 5',
  },
  {
    title: 'parent and child on the same server',
    zones: [
      { name: 'shop.example', records: 'www A 198.18.10.1' },
      { name: 'same.shop.example', records: 'www A 198.18.10.1' },
    ],
    name: 'www.same.shop.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 4035 section 5',
  },
];
