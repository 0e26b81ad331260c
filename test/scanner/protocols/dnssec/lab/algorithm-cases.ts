import type { DnssecCase } from './case.ts';

const www = 'www A 198.18.10.1';

const sound = (algorithm: number, label: string, bits?: number): DnssecCase => ({
  title: `a zone signed with ${label}`,
  zones: [{ name: `a${algorithm}.example`, records: www, signing: { algorithm, bits } }],
  name: `www.a${algorithm}.example`,
  type: 'A',
  verdict: 'secure',
  rule: 'RFC 4035 section 5.3',
});

const digest = (digests: readonly number[], label: string): DnssecCase => ({
  title: `a DS record with ${label}`,
  zones: [{ name: `d${digests.join('')}.example`, records: www, signing: { digests } }],
  name: `www.d${digests.join('')}.example`,
  type: 'A',
  verdict: 'secure',
  rule: 'RFC 4035 section 5.2',
});

const sha1 = (algorithm: number, label: string): DnssecCase => ({
  title: `a zone signed with ${label}`,
  zones: [
    {
      name: `a${algorithm}.example`,
      records: www,
      signing: { algorithm, nsec3: algorithm === 7 ? {} : undefined },
    },
  ],
  name: `www.a${algorithm}.example`,
  type: 'A',
  verdict: 'insecure',
  code: 1,
  rule: 'RFC 9905 section 2',
  differs: { delv: 'secure', unbound: 'secure', why: 'both are older than RFC 9905' },
});

export const algorithmCases: readonly DnssecCase[] = [
  sound(8, 'RSASHA256'),
  sound(10, 'RSASHA512'),
  sound(13, 'ECDSAP256SHA256'),
  sound(14, 'ECDSAP384SHA384'),
  sound(15, 'ED25519'),
  { ...sound(16, 'ED448'), differs: { unbound: 'insecure', why: "Debian's build does without it" } },
  sha1(5, 'RSASHA1'),
  sha1(7, 'RSASHA1-NSEC3-SHA1'),
  digest([1], 'SHA-1'),
  digest([4], 'SHA-384'),
  digest([1, 2], 'SHA-1 and SHA-256'),
  {
    title: 'a key apart for the zone and its keys',
    zones: [{ name: 'split.example', records: www, signing: { split: true } }],
    name: 'www.split.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 4035 section 5.2',
  },
  {
    title: 'an algorithm that nobody knows',
    zones: [
      {
        name: 'strange.example',
        records: www,
        delegation: (usual) => usual.replace(/ DS (\d+) 13 2 /, ' DS $1 200 2 '),
      },
    ],
    name: 'www.strange.example',
    type: 'A',
    verdict: 'insecure',
    code: 1,
    rule: 'RFC 6840 section 5.2',
  },
  {
    title: 'a digest that nobody knows',
    zones: [
      {
        name: 'digest.example',
        records: www,
        delegation: (usual) => usual.replace(/ DS (\d+) 13 2 /, ' DS $1 13 200 '),
      },
    ],
    name: 'www.digest.example',
    type: 'A',
    verdict: 'insecure',
    code: 2,
    rule: 'RFC 6840 section 5.2',
  },
  {
    title: 'a good DS record beside one of an unknown algorithm',
    zones: [
      {
        name: 'beside.example',
        records: www,
        delegation: (usual) => `${usual}\nbeside.example. 300 IN DS 1 200 2 ${'ab'.repeat(32)}`,
      },
    ],
    name: 'www.beside.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 4035 section 5.2',
  },
];
