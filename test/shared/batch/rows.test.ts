import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { maxNameCharacters } from '@sonde/shared/batch/limits.ts';
import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { nameServices, outcomes, rowColumns, sections, transports } from '@sonde/shared/batch/row-layout.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';

const keys = <Names extends string>(values: Record<Names, number>) => Object.keys(values) as Names[];
const uint16 = fc.nat(65_535);
const uint32 = fc.nat(0xffff_ffff);
const printable = (maxLength: number) =>
  fc.array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength }).map((codes) => String.fromCharCode(...codes));
const address = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => addressText(bytes));

const record: fc.Arbitrary<RowRecord> = fc.record({
  section: fc.constantFrom(...keys(sections)),
  name: printable(80),
  type: uint16,
  ttl: uint32,
  data: printable(300),
});

const row: fc.Arbitrary<Row> = fc.record({
  observedAt: fc.nat(Number.MAX_SAFE_INTEGER),
  outcome: fc.constantFrom(...keys(outcomes)),
  transport: fc.constantFrom(...keys(transports)),
  nameService: fc.constantFrom(...keys(nameServices)),
  ednsVersion: fc.nat(255),
  latency: uint32,
  tcpRoundTrip: uint32,
  clientAddress: address,
  serverAddress: address,
  clientPort: uint16,
  serverPort: uint16,
  messageId: uint16,
  queryFlags: uint16,
  responseFlags: uint16,
  responseCode: uint16,
  queryType: uint16,
  queryClass: uint16,
  querySize: uint16,
  responseSize: uint16,
  ednsFlags: uint16,
  ednsUdpSize: uint16,
  answerCount: uint16,
  authorityCount: uint16,
  additionalCount: uint16,
  marks: uint16,
  queryName: printable(255),
  clientSubnet: printable(40),
  extendedErrors: fc.array(uint16, { maxLength: 16 }),
  policyRule: printable(200),
  records: fc.array(record, { maxLength: 8 }),
});

test('rows come out as they went in', (t) => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      t.deepEqual(decodeRows(Buffer.concat(rows.map(encodeRow))), rows);
    }),
    { numRuns: 300 },
  );
});

test('a cut anywhere inside a row is refused', (t) => {
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  const bytes = encodeRow(sample!);
  for (let length = 1; length < bytes.length; length++) {
    t.throws(() => decodeRows(bytes.subarray(0, length)), { instanceOf: BatchError });
  }
});

test('changed bytes are read as rows or refused, and nothing behind the end is touched', (t) => {
  fc.assert(
    fc.property(row, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), (value, changes) => {
      const bytes = encodeRow(value);
      for (const [at, octet] of changes) bytes[at % bytes.length] = octet;
      const scanner = new RowScanner(bytes);
      try {
        while (scanner.next()) t.true(scanner.rowEnd <= bytes.length && scanner.nameEnd <= scanner.rowEnd);
      } catch (error) {
        t.true(error instanceof BatchError);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a name over its bound is refused', (t) => {
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  const bytes = encodeRow({ ...sample!, queryName: 'a'.repeat(maxNameCharacters + 1) });
  t.throws(() => decodeRows(bytes), { message: /query name over its bound/ });
});

test('control characters and octets outside ASCII are refused', (t) => {
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  for (const name of ['a\nb', 'a\0b', 'caf\u00e9']) {
    t.throws(() => decodeRows(encodeRow({ ...sample!, queryName: name })), { message: /unprintable/ });
  }
});

test('column names are unique', (t) => {
  t.is(new Set(rowColumns.map((column) => column.name)).size, rowColumns.length);
});
