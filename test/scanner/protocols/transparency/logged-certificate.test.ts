import test from 'ava';
import fc from 'fast-check';
import { DerError } from '../../../../scanner/protocols/tls/der/der-error.ts';
import { parseCertificate } from '../../../../scanner/protocols/tls/x509/parse-certificate.ts';
import { IssuerNames } from '../../../../scanner/protocols/transparency/issuer-text.ts';
import { LogDataError } from '../../../../scanner/protocols/transparency/log-data-error.ts';
import { readDataTile, readEntries } from '../../../../scanner/protocols/transparency/log-entry.ts';
import { normalName, readLogged } from '../../../../scanner/protocols/transparency/logged-certificate.ts';
import { leafHash } from '../../../../scanner/protocols/transparency/merkle-hash.ts';
import { issue, logEntry } from '../../../support/transparency/log-samples.ts';
import { makeAuthority, makeCertificate } from '../../../support/x509/make-certificate.ts';

const authority = makeAuthority('Slim, Walk', { subject: { CN: 'Slim, Walk', O: 'Sonde tests' } });
const label = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 20 });
const hostName = fc
  .tuple(fc.boolean(), fc.array(label, { minLength: 2, maxLength: 5 }))
  .map(([isWild, labels]) => `${isWild ? '*.' : ''}${labels.join('.')}`);

test('the slim walk reads what the parser of whole certificates reads', (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(hostName, { minLength: 1, maxLength: 12 }),
      fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      (names, from) => {
        const notBefore = new Date(Math.floor(from.getTime() / 1_000) * 1_000);
        const notAfter = new Date(notBefore.getTime() + 90 * 86_400_000);
        const issued = issue(names, authority, { notBefore, notAfter });
        const read = readLogged({ der: issued.certificate, kind: 'certificate' });
        const whole = parseCertificate(issued.certificate);
        t.deepEqual(read.names, [...new Set(names.map((name) => name.toLowerCase()))]);
        t.is(read.namesLeftOut, 0);
        t.is(read.notBefore, notBefore.getTime());
        t.is(read.notAfter, notAfter.getTime());
        t.is(BigInt(`0x${read.serial}`), BigInt(`0x${Buffer.from(whole.serialNumber).toString('hex')}`));
        const before = readLogged({ der: issued.signedPart, kind: 'precertificate' });
        t.deepEqual(
          { ...before, issuer: '' },
          { ...read, issuer: '' },
          'a precertificate is its certificate',
        );
        t.is(readLogged({ der: issued.precertificate, kind: 'certificate' }).id, read.id);
      },
    ),
    { numRuns: 40 },
  );
});

test('issuers are told as they are written, and by their organisation', (t) => {
  const { issuer } = readLogged({ der: issue(['a.example'], authority).certificate, kind: 'certificate' });
  const names = new IssuerNames();
  t.deepEqual(names.of(issuer), { text: 'O=Sonde tests,CN=Slim\\, Walk', organization: 'Sonde tests' });
  t.is(names.of(issuer), names.of(Buffer.from(issuer)), 'read once');
  t.regex(names.of(Buffer.from([0x30, 3, 1])).text, /^#300301$/);
});

test('a certificate without alternative names is known by its common name, if that is a host', (t) => {
  const named = (CN: string) =>
    readLogged({ der: makeCertificate({ subject: { CN }, extensions: [] }).der, kind: 'certificate' }).names;
  t.deepEqual(named('Old.Example'), ['old.example']);
  t.deepEqual(named('Some Body'), []);
  t.deepEqual(named('localhost'), []);
});

test('names are those of the DNS', (t) => {
  t.is(normalName('*.Example.COM.'), '*.example.com');
  for (const bad of [
    '',
    '.',
    'a..b',
    '*',
    'a.*.b',
    'ä.example',
    'a b.example',
    `${'a'.repeat(64)}.b`,
    'a/b',
    'x'.repeat(254),
  ])
    t.is(normalName(bad), undefined, bad);
});

test('whatever octets come, reading ends with facts or a DerError', (t) => {
  const whole = issue(['fuzz.example', '*.fuzz.example'], authority).certificate;
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 }), fc.boolean(), (at, octet, isCut) => {
      const spoilt = Buffer.from(isCut ? whole.subarray(0, at) : whole);
      if (!isCut) spoilt[at] = octet;
      try {
        readLogged({ der: spoilt, kind: 'certificate' });
      } catch (error) {
        t.true(error instanceof DerError, String(error));
      }
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('certificate', 'precertificate'),
      (octets, kind) => {
        try {
          readLogged({ der: Buffer.from(octets), kind });
        } catch (error) {
          t.true(error instanceof DerError, String(error));
        }
      },
    ),
  );
});

const issued = Array.from({ length: 7 }, (_none, index) => issue([`host${index}.example`], authority));
const entries = issued.map((one, place) =>
  logEntry(one, place % 2 === 0 ? 'certificate' : 'precertificate', {
    index: 512 + place,
    timestamp: 1_700_000_000_000 + place,
    numbered: true,
  }),
);
const tile = Buffer.concat(entries.map(({ tileLeaf }) => tileLeaf));
const answer = JSON.stringify({
  entries: entries.map(({ leaf, extra }) => ({
    leaf_input: leaf.toString('base64'),
    extra_data: extra.toString('base64'),
  })),
});

test('both kinds of logs serve the same entries', (t) => {
  const [ofTile, ofAnswer] = [[...readDataTile(tile, 512, 7)], [...readEntries(answer, 512, 7)]];
  t.is(ofTile.length, 7);
  for (const [place, entry] of ofTile.entries()) {
    const other = ofAnswer[place]!;
    t.true(leafHash(entry.timestampedEntry).equals(leafHash(other.timestampedEntry)));
    t.deepEqual([entry.index, entry.kind, entry.timestamp], [other.index, other.kind, other.timestamp]);
    t.deepEqual(readLogged(entry).names, [`host${place}.example`]);
    t.deepEqual(entry.submitted, other.submitted);
  }
});

test('cut, shifted and overlong tiles are refused', (t) => {
  const read = (octets: Buffer, first = 512, width = 7) => [...readDataTile(octets, first, width)];
  t.throws(() => read(tile, 256), { instanceOf: LogDataError, message: /says that it is number 512/ });
  t.throws(() => read(tile, 512, 6), { instanceOf: LogDataError, message: /more than 6/ });
  t.throws(() => read(tile, 512, 8), { instanceOf: LogDataError, message: /cut short/ });
  for (let length = 0; length < tile.length; length += 97)
    t.throws(() => read(tile.subarray(0, length)), { instanceOf: LogDataError });
  t.throws(() => [...readEntries(answer, 512, 6)], { instanceOf: LogDataError });
  t.throws(() => [...readEntries('{"entries":[]}', 0, 6)], { instanceOf: LogDataError });
});

test('whatever a log serves as entries, reading ends with entries or a LogDataError', (t) => {
  fc.assert(
    fc.property(fc.nat({ max: tile.length - 1 }), fc.nat({ max: 255 }), (at, octet) => {
      const spoilt = Buffer.from(tile);
      spoilt[at] = octet;
      try {
        for (const entry of readDataTile(spoilt, 512, 7)) t.true(entry.index >= 512);
      } catch (error) {
        t.true(error instanceof LogDataError, String(error));
      }
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.json(), (text) => {
      try {
        Array.from(readEntries(text, 0, 10));
      } catch (error) {
        t.true(error instanceof LogDataError, String(error));
      }
    }),
  );
});
