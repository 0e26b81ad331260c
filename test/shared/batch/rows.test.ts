import { BatchError } from '@sonde/shared/batch/batch-error.ts';
import { upgradeRows } from '@sonde/shared/batch/former-rows.ts';
import { maxNameCharacters, maxRowBytes } from '@sonde/shared/batch/limits.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { formerForm, rowColumns } from '@sonde/shared/batch/row-layout.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { addressBytes, addressText } from '@sonde/shared/net/address.ts';
import test from 'ava';
import fc from 'fast-check';
import { arbitraryRowOf } from '../../support/engines/arbitrary-row.ts';
import { longForm, longFormer, shortForm, shortFormer, withoutNews } from '../../support/ingest/row-forms.ts';

/** Addresses come out in their one canonical form, so they go in like that. */
const canonical = (text: string) => addressText(addressBytes(text));

const row = arbitraryRowOf({
  observedAt: fc.nat(Number.MAX_SAFE_INTEGER),
  textLength: 300,
  records: 8,
}).map((any) => ({
  ...any,
  clientAddress: canonical(any.clientAddress),
  serverAddress: canonical(any.serverAddress),
}));

test('rows come out as they went in', (t) => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      t.deepEqual(decodeRows(Buffer.concat(rows.map(encodeRow))), rows);
    }),
    { numRuns: 300 },
  );
});

test('an empty owner is the query name, and spelled out it is the same', (t) => {
  fc.assert(
    fc.property(row, (any) => {
      t.deepEqual(decodeRows(longForm(any)), [any]);
      t.deepEqual(decodeRows(shortForm(any)), [any]);
      for (const form of [longFormer, shortFormer]) {
        t.deepEqual(decodeRows(form(any), formerForm), [withoutNews(any)]);
        const upgraded = decodeRows(upgradeRows(Buffer.concat([form(any), form(any)]), 0)!);
        t.deepEqual(upgraded, [withoutNews(any), withoutNews(any)]);
      }
    }),
    { numRuns: 300 },
  );
});

test("a record without an owner is not written, since it would be read as the query name's", (t) => {
  const record = { section: 'answer' as const, name: '', type: 1, ttl: 0, data: '' };
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  t.throws(() => encodeRow({ ...sample!, queryName: 'a.example', records: [record] }), {
    name: 'RangeError',
  });
});

test('a row may not become longer by its owners than a row may be', (t) => {
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  const queryName = 'a'.repeat(1_000);
  const rowWith = (records: number, more: number) => {
    const record = { section: 'answer' as const, name: queryName, type: 16, ttl: 0, data: '' };
    const list = Array.from({ length: records }, () => record);
    list[0] = { ...record, data: 'b'.repeat(more) };
    return { ...withoutNews(sample!), queryName, records: list };
  };
  const room = maxRowBytes - longFormer(rowWith(100, 20_000)).length;
  for (const read of [
    (long: Row) => decodeRows(longFormer(long), formerForm),
    (long: Row) => decodeRows(shortForm(long)),
  ]) {
    t.is(read(rowWith(100, 20_000 + room)).length, 1);
    t.throws(() => read(rowWith(100, 20_001 + room)), { message: /too long/ });
  }
  t.throws(() => decodeRows(shortForm(rowWith(1_000, 0))), { message: /too long/ });
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

test('a name is taken just where all of its octets are printable, wherever in it they are', (t) => {
  const [sample] = fc.sample(row, { numRuns: 1, seed: 7 });
  const octet = fc.oneof(fc.nat(255), fc.constantFrom(0x1f, 0x20, 0x21, 0x7e, 0x7f, 0x80, 0x9f, 0xa0, 0xff));
  fc.assert(
    fc.property(fc.nat(12), fc.array(octet, { maxLength: 3 }), fc.nat(12), (before, octets, behind) => {
      const queryName = `${'a'.repeat(before)}${String.fromCharCode(...octets)}${'~'.repeat(behind)}`;
      const scanner = new RowScanner(encodeRow({ ...sample!, queryName }));
      if (octets.every((each) => each >= 0x20 && each <= 0x7e)) t.true(scanner.next());
      else t.throws(() => scanner.next(), { message: /unprintable/ });
    }),
    { numRuns: 2_000 },
  );
});

test('column names are unique', (t) => {
  t.is(new Set(rowColumns.map((column) => column.name)).size, rowColumns.length);
});
