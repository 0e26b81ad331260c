import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import test from 'ava';
import { Effort, maxVerificationsPerSet } from '../../../../scanner/protocols/dnssec/crypto/effort.ts';
import { signedData } from '../../../../scanner/protocols/dnssec/crypto/signed-data.ts';
import { VerifiedSignatures } from '../../../../scanner/protocols/dnssec/crypto/verified-signatures.ts';
import { type VerifyParts, verifySet } from '../../../../scanner/protocols/dnssec/crypto/verify-set.ts';
import { type Dnskey, keyTag, readDnskey } from '../../../../scanner/protocols/dnssec/records/dnskey.ts';
import type { Rrset } from '../../../../scanner/protocols/dnssec/records/rrset.ts';
import type { Rrsig } from '../../../../scanner/protocols/dnssec/records/rrsig.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';

const zone = 'example';
const now = 1_800_000_000;

function parts(effort = new Effort()): VerifyParts {
  return { now, effort, ready: new Map(), supports: () => true, verified: new VerifiedSignatures() };
}

function rsaKey(): { key: Dnskey; privateKey: KeyObject } {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const { n = '', e = '' } = privateKey.export({ format: 'jwk' });
  const exponent = Buffer.from(e, 'base64url');
  const head = Buffer.from([1, 1, 3, 8, exponent.length]);
  const data = Buffer.concat([head, exponent, Buffer.from(n, 'base64url')]);
  return { key: readDnskey({ name: zone, data })!, privateKey };
}

function setOf(signatures: readonly Rrsig[], text = 'www 60 A 192.0.2.1\nwww 60 A 192.0.2.2'): Rrset {
  const records = readZoneFile(text, { origin: zone });
  const { name, type } = records[0]!;
  return { name, type, class: 1, records, signatures };
}

function signature(key: Dnskey, change: Partial<Rrsig> = {}): Rrsig {
  const head = Buffer.alloc(18);
  return {
    name: 'www.example',
    typeCovered: 1,
    algorithm: key.algorithm,
    labels: 2,
    originalTtl: 60,
    expiration: now + 1_000,
    inception: now - 1_000,
    keyTag: key.keyTag,
    signer: zone,
    signature: Buffer.alloc(128, 7),
    head,
    ...change,
  };
}

const { key, privateKey } = rsaKey();

function good(change: Partial<Rrsig> = {}): Rrsig {
  const one = signature(key, change);
  return { ...one, signature: sign('sha256', signedData(setOf([]), one), privateKey) };
}

test('a set is verified whatever the order, the letters and the doubles of its records', (t) => {
  const signed = good();
  for (const text of [
    'www 60 A 192.0.2.2\nwww 60 A 192.0.2.1',
    'WWW 60 A 192.0.2.1\nwww 60 A 192.0.2.2\nwww 60 A 192.0.2.2',
    'www 7 A 192.0.2.1\nwww 7 A 192.0.2.2',
  ]) {
    t.true('key' in verifySet(setOf([signed], text), zone, [key], parts()), text);
  }
  const fewer = verifySet(setOf([signed], 'www 60 A 192.0.2.1'), zone, [key], parts());
  t.like(fewer, { code: 6 });
});

const failures: readonly (readonly [string, Partial<Rrsig>, number])[] = [
  ['expired a second ago', { expiration: now - 1 }, 7],
  ['begins in a second', { inception: now + 1 }, 8],
  ['ends before it begins', { inception: now + 10, expiration: now - 10 }, 25],
  ['of a key that is not there', { keyTag: 1 }, 9],
  ['of another zone', { signer: 'test' }, 6],
  ['of more labels than the name has', { labels: 3 }, 6],
];

for (const [title, change, code] of failures) {
  test(`a signature ${title}: ${code}`, (t) => {
    t.like(verifySet(setOf([good(change)]), zone, [key], parts()), { code });
  });
}

test('the very seconds of beginning and end are within', (t) => {
  t.true('key' in verifySet(setOf([good({ expiration: now, inception: now })]), zone, [key], parts()));
});

test('times are serial numbers: 2106 is no end', (t) => {
  const late = 0xffff_ff00;
  const around = good({ inception: late - 100, expiration: 500 });
  t.true('key' in verifySet(setOf([around]), zone, [key], { ...parts(), now: late }));
});

test('a good signature behind bad ones counts, and one behind too many does not', (t) => {
  const bad = (index: number) => signature(key, { signature: Buffer.alloc(128, index) });
  const few = [...Array.from({ length: 5 }, (_, index) => bad(index)), good()];
  t.true('key' in verifySet(setOf(few), zone, [key], parts()));
  const many = [...Array.from({ length: maxVerificationsPerSet }, (_, index) => bad(index)), good()];
  t.like(verifySet(setOf(many), zone, [key], parts()), { rule: 'CVE-2023-50387' });
});

/** Keys that share a tag: the tag is a sum, so that words may change places. */
function colliding(count: number): Dnskey[] {
  return Array.from({ length: count }, (_, index) => {
    const data = Buffer.from(key.data);
    const at = 10 + 2 * (index % 30);
    const to = 70 + 2 * Math.floor(index / 30);
    const word = data.readUInt16BE(at);
    data.writeUInt16BE(data.readUInt16BE(to), at);
    data.writeUInt16BE(word, to);
    return readDnskey({ name: zone, data })!;
  });
}

test('900 keys of one tag and a thousand signatures cost as much as a few (KeyTrap)', (t) => {
  const keys = colliding(900);
  t.deepEqual([...new Set(keys.map(({ data }) => keyTag(data)))], [key.keyTag]);
  const signatures = Array.from({ length: 1_000 }, () => signature(key));
  const ready = new Map();
  const result = verifySet(setOf(signatures), zone, keys, { ...parts(), ready });
  t.like(result, { rule: 'CVE-2023-50387', code: 6 });
  t.true(ready.size <= maxVerificationsPerSet);
});

test('what was verified once is not verified again, and what did not hold neither', (t) => {
  const shared = { ...parts(new Effort({ signatures: 2 })) };
  const set = setOf([signature(key), good()]);
  for (let count = 0; count < 5; count++) t.true('key' in verifySet(set, zone, [key], shared));
  const other = setOf([good()], 'www 60 A 192.0.2.3');
  t.like(verifySet(other, zone, [key], { ...shared, effort: new Effort() }), { code: 6 });
});

test('the effort of a scan ends for all sets together', (t) => {
  const effort = new Effort({ signatures: 3 });
  const set = setOf([signature(key), good()]);
  t.true('key' in verifySet(set, zone, [key], parts(effort)));
  t.like(verifySet(set, zone, [key], parts(effort)), { rule: 'CVE-2023-50387' });
});
