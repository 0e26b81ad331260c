import { createHash, X509Certificate } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { describesCertificate } from '../../../../../scanner/protocols/mail/dane/describes-certificate.ts';
import { meetsTlsa } from '../../../../../scanner/protocols/mail/dane/match-tlsa.ts';
import { isUsable, readTlsa, type Tlsa } from '../../../../../scanner/protocols/mail/dane/tlsa-record.ts';
import { makeAuthority, makeServer } from '../../../../support/x509/make-certificate.ts';

const now = Date.parse('2026-06-01');
const root = makeAuthority('Root');
const middle = makeAuthority('Middle', { issuer: root });
const leaf = makeServer(['mail.example.com'], middle).der;
const expired = makeServer(['mail.example.com'], middle, { notAfter: new Date('2026-02-01') }).der;
const foreign = makeAuthority('Middle');
const chain = [leaf, middle.der, root.der];
const names = ['mail.example.com', 'example.com'];

function tlsa(usage: number, selector: number, matching: number, der: Uint8Array): Tlsa {
  const bytes =
    selector === 0 ? der : new X509Certificate(der).publicKey.export({ format: 'der', type: 'spki' });
  const data =
    matching === 0
      ? bytes
      : createHash(matching === 1 ? 'sha256' : 'sha512')
          .update(bytes)
          .digest();
  return { usage, selector, matching, data };
}

const meets = (records: readonly Tlsa[], shown: readonly Uint8Array[] = chain, for_ = names) =>
  meetsTlsa(records, { chain: shown, names: for_, now });

test("the server's own certificate, by each selector and matching type (RFC 6698 section 2.1)", (t) => {
  for (const selector of [0, 1])
    for (const matching of [0, 1, 2]) {
      t.true(meets([tlsa(3, selector, matching, leaf)]), `3 ${selector} ${matching}`);
      t.false(meets([tlsa(3, selector, matching, middle.der)]), `3 ${selector} ${matching} of another`);
    }
});

test('a record describes a certificate by selector and matching type, whatever its usage (RFC 6698 section 2.1)', (t) => {
  for (const usage of [0, 1, 2, 3, 255])
    for (const selector of [0, 1])
      for (const matching of [0, 1, 2]) {
        const record = tlsa(usage, selector, matching, middle.der);
        t.true(describesCertificate(record, middle.der));
        t.false(describesCertificate(record, root.der));
        t.false(describesCertificate({ ...record, selector: selector + 2 }, middle.der));
        t.false(describesCertificate({ ...record, matching: matching + 3 }, middle.der));
        t.false(describesCertificate({ ...record, data: record.data.subarray(1) }, middle.der));
      }
  t.false(describesCertificate(tlsa(3, 1, 1, leaf), new Uint8Array(20)));
});

test('neither names nor dates matter for usage 3 (RFC 7672 section 3.1.1)', (t) => {
  t.true(meets([tlsa(3, 1, 1, expired)], [expired], ['other.example']));
});

test('a trust anchor of the chain, by each selector and matching type', (t) => {
  for (const anchor of [middle.der, root.der])
    for (const selector of [0, 1])
      for (const matching of [0, 1, 2]) t.true(meets([tlsa(2, selector, matching, anchor)]));
});

test('names and dates matter for usage 2 (RFC 7672 section 3.1.2)', (t) => {
  const anchor = [tlsa(2, 1, 1, root.der)];
  t.false(meets(anchor, chain, ['other.example']));
  t.false(meets(anchor, [expired, middle.der, root.der]));
  t.false(meets(anchor, [leaf, root.der]), 'a certificate is missing between');
  t.true(meets(anchor, [leaf, root.der, middle.der]), 'out of order');
  t.false(meets([tlsa(2, 1, 1, leaf)]), 'the own certificate is no anchor');
});

test('an anchor that the server does not send counts where the record holds it whole', (t) => {
  t.true(meets([tlsa(2, 0, 0, root.der)], [leaf, middle.der]));
  t.false(meets([tlsa(2, 0, 1, root.der)], [leaf, middle.der]));
});

test('a certificate of the same name and another key is no anchor', (t) => {
  t.false(meets([tlsa(2, 0, 1, foreign.der)], [leaf, foreign.der]));
});

test('one that meets is enough, and unusable ones do not count', (t) => {
  t.true(meets([tlsa(3, 1, 1, root.der), tlsa(3, 1, 1, leaf)]));
  t.false(meets([tlsa(1, 1, 1, leaf), tlsa(0, 1, 1, root.der), { ...tlsa(3, 1, 1, leaf), selector: 7 }]));
  t.false(meets([]));
  t.false(meets([tlsa(3, 1, 1, leaf)], []));
});

test('an anchor that the server does not send counts where the record holds its whole key (RFC 7671 section 5.2.2)', (t) => {
  const key = [tlsa(2, 1, 0, root.der)];
  t.true(meets(key, [leaf, middle.der]));
  t.true(meets(key, chain));
  t.false(meets(key, [leaf]), 'a certificate is missing between');
  t.false(meets(key, [leaf, middle.der], ['other.example']));
  t.false(meets([tlsa(2, 1, 0, foreign.der)], [leaf, middle.der]));
  t.false(meets([{ ...tlsa(2, 1, 0, root.der), data: Buffer.from('no key') }], [leaf, middle.der]));
});

test('of digests of the same thing only the strongest counts (RFC 7671 section 9)', (t) => {
  t.false(meets([tlsa(3, 1, 1, leaf), tlsa(3, 1, 2, root.der)]));
  t.true(meets([tlsa(3, 1, 1, root.der), tlsa(3, 1, 2, leaf)]));
  t.true(meets([tlsa(3, 1, 1, leaf), tlsa(3, 0, 2, root.der)]), 'of another selector');
  t.true(meets([tlsa(3, 1, 1, leaf), tlsa(2, 1, 2, foreign.der)]), 'of another usage');
  t.true(meets([tlsa(3, 1, 0, leaf), tlsa(3, 1, 2, root.der)]), 'what is whole always counts');
  const short = { ...tlsa(3, 1, 2, leaf), data: new Uint8Array(32) };
  t.true(meets([tlsa(3, 1, 1, leaf), short]), 'one of the wrong length is none');
});

test('what comes behind a certificate that can not be read does not take its place', (t) => {
  t.false(meets([tlsa(3, 1, 1, middle.der)], [new Uint8Array(9), middle.der]));
});

test('any RDATA and any chain have an answer', (t) => {
  const property = fc.property(
    fc.uint8Array({ maxLength: 80 }),
    fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 3 }),
    (rdata, shown) => {
      const record = readTlsa(rdata);
      if (record === undefined) return rdata.length < 4;
      return !meets([record], shown) && (!isUsable(record) || record.usage >= 2);
    },
  );
  fc.assert(property, { numRuns: 500 });
  t.pass();
});
