import test from 'ava';
import fc from 'fast-check';
import { judgeTimestamps, lookAtTimestamps } from '../../../../../scanner/checks/tls/look-at-timestamps.ts';
import { DerError } from '../../../../../scanner/protocols/tls/der/der-error.ts';
import { precertificatePart } from '../../../../../scanner/protocols/tls/timestamps/precertificate.ts';
import { parseCertificate } from '../../../../../scanner/protocols/tls/x509/parse-certificate.ts';
import { readLogList } from '../../../../../scanner/protocols/transparency/followed-logs.ts';
import { integer } from '../../../../../shared/x509/der-writer.ts';
import { logList, makeLog, promises, type SampleLog } from '../../../../support/x509/certificate-logs.ts';
import { makeAuthority, makeKey, makeServer } from '../../../../support/x509/make-certificate.ts';

const [one, two, three] = [makeLog('One', 'A'), makeLog('Two', 'B', 'rsa'), makeLog('Three', 'B')];
const stranger = makeLog('Stranger', 'C');
const logs = readLogList(logList([one, two, three]));
const root = makeAuthority('Root');
const other = makeAuthority('Other');
const at = Date.UTC(2026, 5, 1);

function look(from: readonly SampleLog[], how: { days?: number; spoil?: boolean; at?: number } = {}) {
  const lived = {
    key: makeKey(),
    serialNumber: integer(42),
    notBefore: new Date(at - 86_400_000),
    notAfter: new Date(at + ((how.days ?? 90) - 1) * 86_400_000),
  };
  const bare = makeServer(['shop.example'], root, lived);
  const made = makeServer(['shop.example'], root, { ...lived, with: [promises(from, bare, root, how)] });
  return { certificate: parseCertificate(made.der), bare: parseCertificate(bare.der) };
}

function codes(from: readonly SampleLog[], how?: Parameters<typeof look>[1], issuer = root) {
  const { certificate } = look(from, how);
  const seen = lookAtTimestamps(certificate, parseCertificate(issuer.der), logs, at);
  return judgeTimestamps(seen, certificate, 'here').map(({ status, code }) => `${status}:${code}`);
}

test('promises verify for the certificate and its issuer that they were made for', (t) => {
  const { certificate } = look([one, two, stranger]);
  t.deepEqual(
    lookAtTimestamps(certificate, parseCertificate(root.der), logs, at).map(({ log, valid }) => [log, valid]),
    [
      ['One', true],
      ['Two', true],
      [null, null],
    ],
  );
  t.deepEqual(codes([one, two]), ['pass:timestamps_valid']);
  t.deepEqual(codes([one, two, three], { days: 365 }), ['pass:timestamps_valid']);
});

test('too few, forged and unknown ones are told apart', (t) => {
  t.deepEqual(codes([one]), ['warning:few_timestamps']);
  t.deepEqual(codes([one, one]), ['warning:few_timestamps'], 'one log twice is one log');
  t.deepEqual(codes([two, three]), ['warning:few_timestamps'], 'both of one operator');
  t.deepEqual(codes([one, two], { days: 365 }), ['warning:few_timestamps']);
  t.deepEqual(codes([one, stranger]), ['unknown:timestamps_unknown']);
  t.deepEqual(codes([one, two, stranger]), ['pass:timestamps_valid']);
  t.deepEqual(codes([one, two], { spoil: true }), ['fail:timestamp_invalid']);
  t.deepEqual(codes([one, two], { at: at + 1 }), ['fail:timestamp_invalid'], 'of the future');
  t.deepEqual(codes([one, two], {}, other), ['fail:timestamp_invalid'], 'of another issuer');
  const { bare } = look([one]);
  t.deepEqual(
    judgeTimestamps(lookAtTimestamps(bare, undefined, logs, at), bare, 'here').map(({ code }) => code),
    ['timestamps_unknown'],
  );
});

test('the signed part without the list is that of the certificate before it had one', (t) => {
  for (const days of [10, 400]) {
    const { certificate, bare } = look([one, two, three], { days });
    t.deepEqual(precertificatePart(certificate.der), precertificatePart(bare.der));
    t.true(Buffer.from(bare.der).includes(precertificatePart(certificate.der)));
  }
  t.throws(() => precertificatePart(Buffer.from('hello')), { instanceOf: DerError });
});

test('what is no list of logs is refused, and a log without a key is left out', (t) => {
  for (const text of ['', '[]', '{}', '{"operators": 1}', '{"operators": []}'])
    t.throws(() => readLogList(text), { instanceOf: RangeError }, text);
  const broken = { log_id: Buffer.alloc(32).toString('base64'), key: 'AAAA' };
  const list = JSON.parse(logList([one])) as { operators: { logs: object[] }[] };
  list.operators[0]!.logs.push(broken, {});
  t.is(readLogList(JSON.stringify(list)).size, 1);
});

test('any octets in the place of a signature verify for nothing', (t) => {
  const { certificate } = look([one, two]);
  const [first] = certificate.extensions.timestamps!.value!;
  const issuer = parseCertificate(root.der);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(255), fc.nat(255), (octets, hash, algorithm) => {
      const changed = { ...first!, signature: { hash, algorithm, octets } };
      const extensions = { ...certificate.extensions, timestamps: { critical: false, value: [changed] } };
      const odd = { ...certificate, extensions } as typeof certificate;
      t.is(lookAtTimestamps(odd, issuer, logs, at)[0]?.valid, false);
    }),
    { numRuns: 200 },
  );
});
