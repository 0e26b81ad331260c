import test from 'ava';
import { keyRecord, makeKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import type { SecurityStatus } from '../../../../scanner/ports/dns-validation.ts';
import { nsec3Hash } from '../../../../scanner/protocols/dnssec/denial/nsec3-hash.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { judgeRecorded, type Recorded, type RecordedCase, signed } from './judge-recorded.ts';

const key = makeKey('town.example', 15);
const childKey = makeKey('deep.b.town.example', 15);
const strangerKey = makeKey('elsewhere.example', 15);
const keysOf = (one: typeof key): Recorded => ({ answer: signed(one, keyRecord(one)) });

const base = { anchors: [key], known: { 'town.example DNSKEY': keysOf(key) } };
const both = {
  anchors: [key, childKey],
  known: {
    ...base.known,
    'deep.b.town.example DNSKEY': keysOf(childKey),
    'www.deep.b.town.example DS': {
      authority: signed(childKey, 'www.deep.b.town.example. NSEC x.deep.b.town.example. MX RRSIG NSEC'),
    },
  },
};

/** Base32hex of a name's hash without salt or further rounds, or of its neighbour. */
function hashed(name: string, step = 0): string {
  const alphabet = '0123456789abcdefghijklmnopqrstuv';
  const number = BigInt(`0x${nsec3Hash(name, Buffer.alloc(0), 0).toString('hex')}`) + BigInt(step);
  return Array.from(
    { length: 32 },
    (_, index) => alphabet[Number((number >> BigInt(155 - index * 5)) & 31n)]!,
  ).join('');
}

const optOut = (owner: string, next: string, types: string) =>
  `${owner}.town.example. NSEC3 1 1 0 - ${next} ${types}`;
/** The apex is there, and what lies around b.town.example is left out. */
const leftOut = [
  optOut(hashed('town.example'), hashed('town.example', 1), 'NS SOA DNSKEY NSEC3PARAM RRSIG'),
  optOut(hashed('b.town.example', -1), hashed('b.town.example', 1), 'NS DS RRSIG'),
].join('\n');
const noNames = [
  optOut(hashed('town.example'), hashed('town.example', 1), 'NS SOA DNSKEY NSEC3PARAM RRSIG'),
  optOut(hashed('b.town.example', -1), hashed('b.town.example', 1), 'A RRSIG'),
  optOut(hashed('*.town.example', -1), hashed('*.town.example', 1), 'A RRSIG'),
]
  .join('\n')
  .replaceAll('NSEC3 1 1', 'NSEC3 1 0');

const address = 'www.town.example. A 192.0.2.7';
const [longLabel, longest] = ['x'.repeat(60), 'y'.repeat(63)];
const longName = `${longLabel}.${longLabel}.${longLabel}.old.town.example`;
const toLong = `old.town.example. DNAME ${longest}.town.example.`;

interface Expected extends RecordedCase {
  readonly rule: string;
  readonly verdict: SecurityStatus;
  readonly code?: number;
}

const cases: Readonly<Record<string, Expected>> = {
  'below a second trust anchor, an opt-out span above it does not make what is unsigned insecure': {
    ...both,
    rule: 'RFC 4035 section 5',
    question: 'www.deep.b.town.example A',
    answer: { authority: signed(key, leftOut) },
    verdict: 'bogus',
    code: 12,
  },
  'below a second trust anchor, what that zone signs is secure': {
    ...both,
    rule: 'RFC 4035 section 5',
    question: 'www.deep.b.town.example A',
    answer: { answer: signed(childKey, 'www.deep.b.town.example. A 192.0.2.8') },
    verdict: 'secure',
  },
  'below a second trust anchor, what only the zone above signs is bogus': {
    ...both,
    rule: 'RFC 4035 section 5.3.1',
    question: 'www.deep.b.town.example A',
    answer: { answer: signed(key, 'www.deep.b.town.example. A 192.0.2.8') },
    verdict: 'bogus',
    code: 6,
  },
  'above a second trust anchor, a zone can still show that nothing is there': {
    ...both,
    rule: 'RFC 4035 section 5.4',
    question: 'www.deep.b.town.example A',
    answer: { responseCode: 3, authority: signed(key, noNames) },
    verdict: 'secure',
  },
  'without the second anchor, the same span of opt-out leaves it insecure': {
    ...base,
    rule: 'RFC 5155 section 9.2',
    question: 'www.deep.b.town.example A',
    answer: { authority: signed(key, leftOut) },
    verdict: 'insecure',
  },
  'the proof of an unsigned delegation that comes along serves for what is below (NSEC)': {
    ...base,
    rule: 'RFC 4035 section 5.2',
    question: 'www.farm.town.example A',
    answer: { authority: signed(key, 'farm.town.example. NSEC hill.town.example. NS RRSIG NSEC') },
    verdict: 'insecure',
  },
  'the proof of an unsigned delegation that comes along serves for what is below (NSEC3)': {
    ...base,
    rule: 'RFC 5155 section 8.9',
    question: 'www.farm.town.example A',
    answer: {
      authority: signed(key, optOut(hashed('farm.town.example'), hashed('farm.town.example', 9), 'NS')),
    },
    verdict: 'insecure',
  },
  'a signed delegation is no proof of anything below (NSEC)': {
    ...base,
    rule: 'RFC 6840 section 4.1',
    question: 'www.farm.town.example A',
    answer: { authority: signed(key, 'farm.town.example. NSEC hill.town.example. NS DS RRSIG NSEC') },
    verdict: 'bogus',
    code: 12,
  },
  'no DS at an unsigned delegation is as sure as anything else': {
    ...base,
    rule: 'RFC 4035 section 3.1.4',
    question: 'farm.town.example DS',
    answer: { authority: signed(key, 'farm.town.example. NSEC hill.town.example. NS RRSIG NSEC') },
    verdict: 'secure',
  },
  'no DS below an unsigned delegation is not': {
    ...base,
    rule: 'RFC 4035 section 5.2',
    question: 'x.farm.town.example DS',
    answer: { authority: signed(key, 'farm.town.example. NSEC hill.town.example. NS RRSIG NSEC') },
    verdict: 'insecure',
  },
  'a signature counts wherever in the message it is': {
    ...base,
    rule: 'RFC 4035 section 5.3.1',
    question: 'www.town.example A',
    answer: { answer: address, additional: signaturesOf(signed(key, address)) },
    verdict: 'secure',
  },
  'a signature of a stranger in front does not spoil the sound one': {
    ...base,
    rule: 'RFC 4035 section 5.3.1',
    question: 'www.town.example A',
    answer: {
      answer: [
        signaturesOf(signed({ ...strangerKey, zone: 'www.town.example' }, address)),
        signed(key, address),
      ].join('\n'),
    },
    known: {
      ...base.known,
      'www.town.example DS': {
        authority: signed(key, 'www.town.example. NSEC x.town.example. A RRSIG NSEC'),
      },
    },
    verdict: 'secure',
  },
  'signatures that were asked for are not signed': {
    ...base,
    rule: 'RFC 4035 section 2.2',
    question: 'www.town.example RRSIG',
    answer: { answer: signaturesOf(signed(key, address)) },
    verdict: 'insecure',
  },
  'a signed DNAME that makes the name too long': {
    ...base,
    rule: 'RFC 6672 section 2.2',
    question: `${longName} A`,
    answer: { responseCode: 6, answer: signed(key, toLong) },
    verdict: 'secure',
  },
  'a signed DNAME that makes no name too long, with a response code that says so': {
    ...base,
    rule: 'RFC 6672 section 2.2',
    question: 'short.old.town.example A',
    answer: { responseCode: 6, answer: signed(key, toLong) },
    known: {
      ...base.known,
      'old.town.example DS': {
        authority: signed(key, 'old.town.example. NSEC p.town.example. DNAME RRSIG NSEC'),
      },
      'short.old.town.example DS': { answer: signed(key, toLong) },
    },
    verdict: 'bogus',
    code: 12,
  },
  'an alias that a signed DNAME makes, asked for as such': {
    ...base,
    rule: 'RFC 6672 section 5.3.1',
    question: 'x.old.town.example CNAME',
    answer: {
      answer: `${signed(key, 'old.town.example. DNAME new.town.example.')}\nx.old.town.example. CNAME x.new.town.example.`,
    },
    verdict: 'secure',
  },
  'a good proof beside an SOA record whose signature is of another': {
    ...base,
    rule: 'RFC 4035 section 3.2.3',
    question: 'farm.town.example A',
    answer: {
      authority: [
        signed({ ...strangerKey, zone: 'town.example' }, 'town.example. SOA ns h 1 1 1 1 1'),
        signed(key, 'farm.town.example. NSEC hill.town.example. MX RRSIG NSEC'),
      ].join('\n'),
    },
    verdict: 'bogus',
    code: 9,
  },
  'keys that one server has without signatures, and another with': {
    ...base,
    rule: 'RFC 4035 section 5.5',
    question: 'www.town.example A',
    answer: { answer: signed(key, address) },
    known: { 'town.example DNSKEY': { answer: keyRecord(key) } },
    others: { 'town.example DNSKEY': keysOf(key) },
    verdict: 'secure',
  },
  'a DS record that one server has without a signature, and another with': {
    ...both,
    anchors: [key],
    rule: 'RFC 4035 section 5.5',
    question: 'www.deep.b.town.example A',
    answer: { answer: signed(childKey, 'www.deep.b.town.example. A 192.0.2.8') },
    known: {
      ...both.known,
      'b.town.example DS': {
        authority: signed(key, 'town.example. NSEC deep.b.town.example. NS SOA RRSIG NSEC DNSKEY'),
      },
      'deep.b.town.example DS': { answer: signerRecord(childKey) },
    },
    others: { 'deep.b.town.example DS': { answer: signed(key, signerRecord(childKey)) } },
    verdict: 'secure',
  },
};

for (const [title, given] of Object.entries(cases)) {
  test(`${title}: ${given.verdict} by ${given.rule}`, async (t) => {
    const validation = await judgeRecorded(given);
    t.is(validation?.status, given.verdict, validation?.message);
    t.is(validation?.extendedError?.code, given.code);
  });
}

test('what a server had wrong is a step, by its address', async (t) => {
  const validation = await judgeRecorded(
    cases['keys that one server has without signatures, and another with']!,
  );
  const step = validation?.steps.find(({ status }) => status === 'bogus');
  t.is(step?.subject, 'town.example DNSKEY at 192.0.2.1');
});

function signaturesOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '' && readZoneFile(line)[0]?.type === 46)
    .join('\n');
}
