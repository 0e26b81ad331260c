import { keyRecord, makeKey, signerRecord } from '../../../../../scanner/bench/lab/keys.ts';
import { recordTypes } from '../../../../../shared/dns/record-types.ts';
import { onlyRecords, resigned } from '../../../../support/lab/resign.ts';
import type { LabZone } from '../../../../support/lab/zone.ts';
import type { DnssecCase } from './case.ts';

const www = 'www A 198.18.10.1\n*.wild A 198.18.10.3';
const day = 86_400;
const now = Math.floor(Date.now() / 1_000);

const covers = (data: Uint8Array) => (data[0]! << 8) | data[1]!;
const isWww = (name: string) => name.startsWith('www.');

function broken(
  label: string,
  title: string,
  zone: Partial<LabZone>,
  expected: Partial<DnssecCase> & Pick<DnssecCase, 'rule'>,
): DnssecCase {
  return {
    title,
    zones: [{ name: `${label}.example`, records: www, ...zone }],
    name: `www.${label}.example`,
    type: 'A',
    verdict: 'bogus',
    ...expected,
  };
}

/** A zone with a key of those flags beside, which the DS record stands for and which signs the keys. */
function withFlags(flags: number, label: string): Partial<LabZone> {
  const odd = makeKey(`${label}.example`, 13, flags);
  return {
    delegation: (usual) =>
      `${usual
        .split('\n')
        .filter((line) => !line.includes(' DS '))
        .join('\n')}\n${signerRecord(odd)}`,
    change: (signed) =>
      resigned(`${signed}\n${keyRecord(odd)}\n`, odd, (_, type) => type === recordTypes.DNSKEY),
  };
}

const rfc5 = 'RFC 4035 section 5.3.1';

export const brokenCases: readonly DnssecCase[] = [
  broken(
    'changed',
    'data changed after it was signed',
    {
      change: (signed) => signed.replaceAll('198.18.10.1', '198.18.10.99'),
    },
    { code: 6, rule: 'RFC 4035 section 5.3.3' },
  ),
  broken(
    'expired',
    'signatures that expired',
    {
      signing: { inception: '20240101000000', expiration: '20240201000000' },
    },
    { code: 7, rule: rfc5 },
  ),
  broken(
    'future',
    'signatures that begin later',
    {
      change: (signed, _, [key]) =>
        resigned(signed, key!, isWww, { inception: now + 10 * day, expiration: now + 20 * day }),
    },
    { code: 8, rule: rfc5 },
  ),
  broken(
    'inverted',
    'a signature that expires before it begins',
    {
      change: (signed, _, [key]) =>
        resigned(signed, key!, isWww, { inception: now + 10 * day, expiration: now - 10 * day }),
    },
    { code: 25, rule: 'RFC 4034 section 3.1.5' },
  ),
  broken(
    'old-answer',
    'one expired signature in a sound zone',
    {
      change: (signed, _, [key]) =>
        resigned(signed, key!, isWww, { inception: now - 60 * day, expiration: now - 30 * day }),
    },
    { code: 7, rule: rfc5 },
  ),
  broken(
    'unsigned-set',
    'a set without its signature',
    {
      change: (signed) =>
        onlyRecords(signed, ({ name, type, data }) => !(isWww(name) && type === 46 && covers(data) === 1)),
    },
    { code: 10, rule: 'RFC 4035 section 2.2' },
  ),
  broken(
    'stripped',
    'a zone without any signature below its DS',
    {
      change: (signed) => onlyRecords(signed, ({ type }) => type !== 46),
    },
    { code: 10, rule: 'RFC 4035 section 5.2' },
  ),
  broken(
    'keyless',
    'a DS record, and no key at all',
    {
      signing: false,
      delegation: (usual) => `${usual}\n${signerRecord(makeKey('keyless.example', 13))}`,
    },
    { code: 9, rule: 'RFC 4035 section 5.2' },
  ),
  broken(
    'other-key',
    'a DS record for another key',
    {
      delegation: (usual) =>
        `${usual
          .split('\n')
          .filter((line) => !line.includes(' DS '))
          .join('\n')}\n${signerRecord(makeKey('other-key.example', 13))}`,
    },
    { code: 9, rule: 'RFC 4035 section 5.2' },
  ),
  broken(
    'wrong-digest',
    'a DS record whose digest does not fit',
    {
      delegation: (usual) => usual.replace(/ DS (\d+) 13 2 ..../, ' DS $1 13 2 0000'),
    },
    { code: 9, rule: 'RFC 4035 section 5.2' },
  ),
  broken(
    'strong-wrong',
    'a good SHA-1 digest does not help a wrong SHA-256 one',
    {
      signing: { digests: [1, 2] },
      delegation: (usual) => usual.replace(/ DS (\d+) 13 2 ..../, ' DS $1 13 2 0000'),
    },
    {
      code: 9,
      rule: 'RFC 4509 section 3',
      differs: { unbound: 'secure', why: 'Unbound takes any digest unless told to harden' },
    },
  ),
  broken(
    'unsigned-keys',
    'keys that no key signed',
    {
      change: (signed) => onlyRecords(signed, ({ type, data }) => !(type === 46 && covers(data) === 48)),
    },
    { code: 10, rule: 'RFC 4035 section 5.2' },
  ),
  broken(
    'wrong-tag',
    'a signature of a key that is not there',
    {
      change: (signed, _, [key]) => resigned(signed, key!, isWww, { keyTag: (key!.tag + 1) & 0xffff }),
    },
    { code: 9, rule: rfc5 },
  ),
  broken(
    'foreign',
    'a signature in the name of another zone',
    {
      change: (signed, _, [key]) => resigned(signed, key!, isWww, { signer: 'example' }),
    },
    { rule: rfc5 },
  ),
  broken(
    'labels',
    'a signature with more labels than the name',
    {
      change: (signed, _, [key]) => resigned(signed, key!, isWww, { labels: 7 }),
    },
    {
      code: 6,
      rule: rfc5,
      differs: { delv: ['bogus', 'secure'], why: 'before 9.18.49-1~deb12u3 it does not look at the labels' },
    },
  ),
  broken(
    'fewer',
    'a signature with fewer labels, and no proof that a wildcard was meant',
    {
      change: (signed, _, [key]) => resigned(signed, key!, isWww, { labels: 2 }),
    },
    { rule: 'RFC 4035 section 5.3.4' },
  ),
  broken(
    'ttl',
    'an original TTL other than the one that was signed',
    {
      change: (signed, _, [key]) =>
        resigned(signed, key!, isWww).replace(/(^www\S+\t)300(\tIN\tA)/m, '$1200$2'),
    },
    { verdict: 'secure', rule: 'RFC 4034 section 3.1.4' },
  ),
  broken(
    'garbage',
    'octets in place of a signature, before a sound one',
    {
      change: (signed, _, [key]) => resigned(signed, key!, isWww, { garbage: 3 }),
    },
    {
      verdict: 'secure',
      rule: 'RFC 4035 section 5.3',
      differs: { delv: 'bogus', why: 'BIND gives up after one wrong signature' },
    },
  ),
  broken('no-zone-bit', 'a key without the zone bit', withFlags(1, 'no-zone-bit'), {
    code: 11,
    rule: 'RFC 4034 section 2.1.1',
    differs: { delv: 'secure', why: 'BIND does not look at the bit' },
  }),
  broken('revoked', 'a key that is revoked', withFlags(0x0181, 'revoked'), {
    code: 9,
    rule: 'RFC 5011 section 2.1',
    differs: { unbound: 'secure', why: 'Unbound heeds the bit in trust anchors alone' },
  }),
  broken('no-sep', 'a key without the SEP bit', withFlags(256, 'no-sep'), {
    verdict: 'secure',
    rule: 'RFC 4034 section 2.1.1',
  }),
  broken(
    'no-nsec',
    'a name that is not there, without proof',
    {
      change: (signed) =>
        onlyRecords(signed, ({ type, data }) => type !== 47 && !(type === 46 && covers(data) === 47)),
    },
    { name: 'missing.no-nsec.example', code: 12, rule: 'RFC 4035 section 5.4' },
  ),
  broken(
    'bad-nsec',
    'a proof whose signature expired',
    {
      change: (signed, _, [key]) =>
        resigned(signed, key!, (__, type) => type === 47, {
          inception: now - 60 * day,
          expiration: now - 30 * day,
        }),
    },
    { name: 'missing.bad-nsec.example', code: 7, rule: rfc5 },
  ),
  broken(
    'bad-nsec3',
    'a proof by NSEC3 whose signature expired',
    {
      signing: { nsec3: {} },
      change: (signed, _, [key]) =>
        resigned(signed, key!, (__, type) => type === 50, {
          inception: now - 60 * day,
          expiration: now - 30 * day,
        }),
    },
    { name: 'missing.bad-nsec3.example', code: 7, rule: rfc5 },
  ),
  broken(
    'plain-below',
    'an unsigned zone below a DS record',
    {
      signing: false,
      delegation: (usual) => `${usual}\nplain-below.example. 300 IN DS 12345 13 2 ${'cd'.repeat(32)}`,
    },
    { code: 9, rule: 'RFC 4035 section 5.2' },
  ),
  {
    title: 'a server that lost its signatures beside a sound one',
    zones: [
      {
        name: 'half-signed.example',
        records: www,
        servers: ['198.18.0.3', '198.18.0.4'],
        change: (signed, server) =>
          server === '198.18.0.4' ? onlyRecords(signed, ({ type }) => type !== 46) : signed,
      },
    ],
    name: 'www.half-signed.example',
    type: 'A',
    verdict: 'secure',
    rule: 'RFC 4035 section 5.5',
    differs: {
      delv: ['secure', 'bogus'],
      unbound: ['secure', 'bogus'],
      why: 'a resolver without validation picks the server for them',
    },
  },
];
