import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import test from 'ava';
import fc from 'fast-check';
import { DerError } from '../../../../../scanner/protocols/tls/der/der-error.ts';
import { type DerNode, readDer } from '../../../../../scanner/protocols/tls/der/der-node.ts';
import { derTime } from '../../../../../scanner/protocols/tls/der/der-time.ts';
import {
  bitNumbers,
  booleanValue,
  integerBytes,
  oidValue,
} from '../../../../../scanner/protocols/tls/der/der-values.ts';
import { distinguishedNameText } from '../../../../../scanner/protocols/tls/x509/distinguished-name.ts';
import { extensionFaults } from '../../../../../scanner/protocols/tls/x509/extensions.ts';
import { parseCertificate } from '../../../../../scanner/protocols/tls/x509/parse-certificate.ts';
import {
  bits,
  context,
  integer,
  octets,
  oid,
  sequence,
  text,
  time,
  tlv,
} from '../../../../../shared/x509/der-writer.ts';

const hex = (value: string) => Buffer.from(value, 'hex');

/** Octets that BER allows, or nobody, but never DER (ITU-T X.690 section 10 and 11). */
const faulty: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a tag alone', '30'],
  ['content that is missing', '0402ff'],
  ['an indefinite length', '30800000'],
  ['a padded length', '048101ff'],
  ['a length with a zero in front', `04820080${'00'.repeat(128)}`],
  ['a length of five octets', '04850000000001ff'],
  ['octets behind', '0500ff'],
  ['a string in pieces', '24030401ff'],
  ['a primitive sequence', '1000'],
  ['a tag of several octets', '1f8101'],
  ['a child that runs over its parent', '30030402ff'],
];

for (const [what, octetsOf] of faulty) {
  test(`refused: ${what}`, (t) => {
    t.throws(() => readDer(hex(octetsOf)), { instanceOf: DerError });
  });
}

test('depth is bounded', (t) => {
  let nested: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 30; depth++) nested = sequence(nested);
  t.throws(() => readDer(nested), { instanceOf: DerError, message: /too deep/ });
});

test('values are read in the one form that DER has', (t) => {
  t.is(oidValue(readDer(oid('2.5.29.17'))), '2.5.29.17');
  t.is(oidValue(readDer(oid('1.3.6.1.4.1.11129.2.4.2'))), '1.3.6.1.4.1.11129.2.4.2');
  t.throws(() => oidValue(readDer(hex('06028001'))), { instanceOf: DerError });
  t.throws(() => integerBytes(readDer(hex('02020001'))), { instanceOf: DerError });
  t.throws(() => booleanValue(readDer(hex('010101'))), { instanceOf: DerError });
  t.deepEqual(bitNumbers(readDer(bits(0, 5, 9)).content), [0, 5, 9]);
  t.throws(() => bitNumbers(hex('0101')), { instanceOf: DerError });
});

test('times are read to the second and in UTC', (t) => {
  const read = (tag: number, value: string) => derTime(readDer(text(tag, value)));
  t.is(read(0x17, '491231235959Z').at, Date.UTC(2049, 11, 31, 23, 59, 59));
  t.is(read(0x17, '500101000000Z').at, Date.UTC(1950, 0, 1));
  t.deepEqual(derTime(readDer(time(new Date('2050-01-01')))), { at: Date.UTC(2050, 0, 1), rightForm: true });
  t.false(read(0x18, '20490101000000Z').rightForm);
  for (const [tag, value] of [
    [0x17, '2601010000Z'],
    [0x17, '260101000000+0000'],
    [0x17, '260231000000Z'],
    [0x18, '20260101000000.5Z'],
    [0x18, '20260101000000'],
    [0x18, '20261301000000Z'],
  ] as const) {
    t.throws(() => read(tag, value), { instanceOf: DerError }, value);
  }
});

test('whatever is written is read', (t) => {
  const { tree } = fc.letrec<{ tree: Buffer }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.uint8Array({ maxLength: 300 }).map((content) => octets(content)),
      fc.bigInt({ min: 0n, max: 2n ** 200n }).map((value) => integer(value)),
      fc.array(tie('tree'), { maxLength: 4 }).map((items) => sequence(...items)),
      fc
        .tuple(fc.nat({ max: 30 }), fc.array(tie('tree'), { maxLength: 3 }))
        .map(([tag, items]) => context(tag, ...items)),
    ),
  }));
  const written = (node: DerNode): Buffer =>
    tlv(node.bytes[0]!, node.constructed ? Buffer.concat(node.children.map(written)) : node.content);
  fc.assert(
    fc.property(tree, (bytes) => t.deepEqual(written(readDer(bytes)), bytes)),
    { numRuns: 200 },
  );
});

test('no octets make the reader stumble', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readDer(bytes);
      } catch (error) {
        if (!(error instanceof DerError)) throw error;
      }
    }),
    { numRuns: 3_000 },
  );
  t.pass();
});

test('every root that Node brings is read as Node reads it', (t) => {
  t.true(rootCertificates.length > 50);
  for (const pem of rootCertificates) {
    const native = new X509Certificate(pem);
    const own = parseCertificate(native.raw);
    t.deepEqual(extensionFaults(own.extensions), []);
    t.is(own.fingerprint, native.fingerprint256.replaceAll(':', '').toLowerCase());
    t.is(own.notAfter.at, native.validToDate.getTime());
    t.is(BigInt(`0x${Buffer.from(own.serialNumber).toString('hex')}`), BigInt(`0x${native.serialNumber}`));
    const organization = /^O=(.*)$/m.exec(native.subject)?.[1];
    if (organization !== undefined) t.true(distinguishedNameText(own.subject).includes('O='));
    t.true(own.native.verify(own.publicKey!));
  }
});
