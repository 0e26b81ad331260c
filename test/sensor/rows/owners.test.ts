import { maxRowBytes } from '@sonde/shared/batch/limits.ts';
import type { Row } from '@sonde/shared/batch/row.ts';
import { marks } from '@sonde/shared/batch/row-layout.ts';
import { decodeRows } from '@sonde/shared/batch/row-reader.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import test from 'ava';
import { MessageOrigin } from '../../../sensor/pairing/message-origin.ts';
import { defaultTransactionOptions, noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import { TransactionPipeline } from '../../../sensor/rows/transaction-pipeline.ts';
import { longForm, longFormer } from '../../support/ingest/row-forms.ts';
import { uint16 } from '../../support/packets/network.ts';

const pointer = uint16(0xc00c);

function wire(...labels: (string | Buffer)[]): Buffer {
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label as Buffer)]),
    Buffer.of(0),
  ]);
}

/** A query and its response, whose records of type A have these owners. */
function exchange(question: Buffer, owners: readonly Buffer[], questions = 1): Buffer[] {
  const asked = Buffer.concat([question, uint16(1), uint16(1)]);
  const head = (flags: number, count: number, answers: number): Buffer =>
    uint16(7, flags, count, answers, 0, 0);
  const records = owners.map((owner) =>
    Buffer.concat([owner, uint16(1), uint16(1), Buffer.of(0, 0, 0, 60), uint16(4), Buffer.of(192, 0, 2, 9)]),
  );
  return [
    Buffer.concat([head(0x0100, 1, 0), asked]),
    Buffer.concat([
      head(0x8180, questions, owners.length),
      questions === 0 ? Buffer.of() : asked,
      ...records,
    ]),
  ];
}

/** The bytes of the row that a pipeline makes of them. */
function rowOf([query, response]: Buffer[], nameLabels = 0): { bytes: Buffer; row: Row } {
  const parts: Buffer[] = [];
  const pipeline = new TransactionPipeline(
    { ...defaultTransactionOptions, privacy: { ...noPrivacy, nameLabels } },
    { rows: (bytes) => parts.push(Buffer.from(bytes)) },
  );
  for (const [sourcePort, destinationPort, message] of [
    [4_242, 53, query!],
    [53, 4_242, response!],
  ] as const) {
    // Three bytes behind a message are read with its name.
    const bytes = Buffer.concat([message, Buffer.alloc(4)]);
    const origin = Object.assign(new MessageOrigin(), { time: 1_000, sourcePort, destinationPort });
    pipeline.message(origin, bytes, 0, message.length, false, true, 0);
  }
  pipeline.end();
  const bytes = Buffer.concat(parts);
  const rows = decodeRows(bytes);
  return { bytes, row: rows[0]! };
}

const name = wire('www', 'example', 'com');
const owners = [
  pointer,
  name,
  wire('WWW', 'Example', 'COM'),
  wire('www', 'example', 'net'),
  wire('ww', 'example', 'com'),
  Buffer.concat([wire('www').subarray(0, 4), uint16(0xc00c + 4)]),
  wire('a', 'www', 'example', 'com'),
  wire(),
];
const texts = [
  ...['www.example.com', 'www.example.com', 'www.example.com', 'www.example.net', 'ww.example.com'],
  ...['www.example.com', 'a.www.example.com', '.'],
];

test('an owner is spared where its text is the query name, however it was written on the wire', (t) => {
  const { bytes, row } = rowOf(exchange(name, owners));
  t.deepEqual(
    row.records.map((record) => record.name),
    texts,
  );
  t.deepEqual(bytes, encodeRow(row));
  t.is(longForm(row).length - bytes.length, 4 * 'www.example.com'.length);
});

test('so it is where the response repeats no question', (t) => {
  const spelled = owners.filter((_, index) => index !== 0 && index !== 5);
  const { bytes, row } = rowOf(exchange(name, spelled, 0));
  t.deepEqual(
    row.records.map((record) => record.name),
    texts.filter((_, index) => index !== 0 && index !== 5),
  );
  t.deepEqual(bytes, encodeRow(row));
});

test('names that are cut to some labels are compared as they are then', (t) => {
  const { bytes, row } = rowOf(exchange(name, owners), 2);
  t.is(row.queryName, 'example.com');
  t.deepEqual(
    row.records.map((record) => record.name),
    texts.map((text) => text.split('.').slice(-2).join('.')),
  );
  t.deepEqual(bytes, encodeRow(row));
});

test('the root and escaped names are spared, too', (t) => {
  const odd = wire(Buffer.from([0, 0x2e, 0xff, 0x5c]), 'Example');
  for (const [question, text] of [
    [wire(), '.'],
    [odd, '\\000\\.\\255\\\\.example'],
  ] as const) {
    const { bytes, row } = rowOf(exchange(question, [pointer, question, name]));
    t.is(row.queryName, text);
    t.deepEqual(
      row.records.map((record) => record.name),
      [text, text, 'www.example.com'],
    );
    t.deepEqual(bytes, encodeRow(row));
  }
});

test('a row holds as many records as it would with its owners spelled out', (t) => {
  const label = Buffer.alloc(63, 0xff);
  const long = wire(label, label, label, label.subarray(2));
  const { bytes, row } = rowOf(
    exchange(
      long,
      Array.from({ length: 1_000 }, () => pointer),
    ),
  );
  const each = longFormer({ ...row, records: row.records.slice(1) }).length;
  const whole = longFormer(row).length;
  t.true(whole <= maxRowBytes && whole + (whole - each) > maxRowBytes);
  t.true(bytes.length < 5_000);
  t.is(row.marks & marks.recordsCut, marks.recordsCut);
});
