/** A hostile message is a kind of message that is made to cost its reader. */
export interface HostileMessage {
  readonly name: string;
  readonly bytes: Buffer;
}

const largest = 65_535;

/** Builds messages as large as one over TCP can be, each full of the costliest input for one part of the decoder. */
export function hostileMessages(): HostileMessage[] {
  const chain = pointerChain();
  const deep = manyLabels();
  return [
    { name: 'pointers, each to the one before', bytes: chain },
    { name: 'records, each named by the longest chain of pointers allowed', bytes: manyNames(126, 0) },
    { name: 'records, each named by 120 labels', bytes: deep },
    { name: 'SOA records of two such names', bytes: manyNames(100, 6) },
    {
      name: 'SOA records of two such names, as many as are allowed',
      bytes: withAnswers(manyNames(100, 6), 210),
    },
    {
      name: 'records whose data leads on by such names, which no reader looks into',
      bytes: manyNames(126, 47),
    },
    { name: 'records, each named by another place of long names', bytes: manyPlaces(5_000) },
    {
      name: 'records, each named by another place of long names, as many as are allowed',
      bytes: manyPlaces(900),
    },
    { name: 'questions without end', bytes: manyQuestions() },
    { name: 'empty records', bytes: manyRecords(16, () => Buffer.alloc(0)) },
    { name: 'TXT of octets that are escaped', bytes: manyRecords(16, () => strings(0xff)) },
    {
      name: 'one TXT of 60,000 octets',
      bytes: oneRecord(16, Buffer.concat(Array.from({ length: 230 }, () => strings(0)))),
    },
    { name: 'SVCB with parameters without end', bytes: oneRecord(64, parameters(13_000)) },
    { name: 'HTTPS with a list of ALPN of one octet', bytes: oneRecord(65, alpn()) },
    {
      name: 'HTTPS with addresses without end',
      bytes: oneRecord(65, parameter(6, Buffer.alloc(59_984, 0xab))),
    },
    {
      name: 'HTTPS with a key of octets that are escaped',
      bytes: oneRecord(65, parameter(900, Buffer.alloc(60_000))),
    },
    { name: 'NSEC with all types', bytes: manyRecords(47, () => typeBitmap()) },
    { name: 'EDNS options without end', bytes: oneRecord(41, Buffer.alloc(60_000)) },
    { name: 'extended errors of texts that are escaped', bytes: oneRecord(41, extendedErrors()) },
    {
      name: 'APL items without end',
      bytes: oneRecord(42, repeat(Buffer.from('0001000100', 'hex').subarray(0, 4), 15_000)),
    },
    { name: 'records of a type without a form', bytes: manyRecords(65_280, () => Buffer.alloc(900, 0xab)) },
    {
      name: 'LOC records',
      bytes: manyRecords(29, () => Buffer.from('00ffffffffffffffffffffffffffffff', 'hex')),
    },
  ];
}

/** The header of a response with so many questions and answers. */
function header(questions: number, answers: number, additionals = 0): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(0x8180, 2);
  bytes.writeUInt16BE(questions, 4);
  bytes.writeUInt16BE(answers, 6);
  bytes.writeUInt16BE(additionals, 10);
  return bytes;
}

const question = Buffer.from('0161076578616d706c6500' + '00010001', 'hex');
/** Where the data of the first record begins, whose name is a pointer to the question's. */
const firstData = 12 + question.length + 12;

function fixed(type: number, length: number): Buffer {
  const bytes = Buffer.alloc(10);
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(1, 2);
  bytes.writeUInt16BE(length, 8);
  return bytes;
}

function pointer(to: number): Buffer {
  return Buffer.of(0xc0 | (to >> 8), to & 0xff);
}

/** Pointers can reach the first 16 KiB only: a chain of 8,000 there, and names that begin at its end. */
function pointerChain(): Buffer {
  const links = 8_000;
  const last = firstData + 1 + (links - 1) * 2;
  return afterData(linked(links), [Buffer.concat([pointer(last), fixed(16, 0)])]);
}

/** Names behind a chain of so many pointers, as owners or, for an SOA, twice in the data. */
function manyNames(links: number, type: number): Buffer {
  const last = pointer(firstData + 1 + (links - 2) * 2);
  const ownData: Readonly<Record<number, Buffer>> = {
    6: Buffer.concat([last, last, Buffer.alloc(20)]),
    // The next name, and no types.
    47: last,
  };
  const own = ownData[type] ?? Buffer.alloc(0);
  return afterData(linked(links), [Buffer.concat([last, fixed(type === 0 ? 16 : type, own.length), own])]);
}

/** A name without labels, and so many pointers, each to the one before. */
function linked(links: number): Buffer {
  return Buffer.concat([
    Buffer.of(0),
    ...Array.from({ length: links }, (_, index) => pointer(firstData + Math.max(0, index * 2 - 1))),
  ]);
}

/** A message whose first record has this data, at `firstData`, and as many records behind it, in turns and all of one length, as fit or as are asked for. */
function afterData(data: Buffer, records: readonly Buffer[], most = Number.POSITIVE_INFINITY): Buffer {
  const count = Math.min(most, Math.floor((largest - firstData - data.length) / records[0]!.length));
  return Buffer.concat([
    header(1, count + 1),
    question,
    pointer(12),
    fixed(65_280, data.length),
    data,
    ...Array.from({ length: count }, (_, index) => records[index % records.length]!),
  ]);
}

function manyLabels(): Buffer {
  const name = Buffer.concat([repeat(Buffer.from('0161', 'hex'), 120), Buffer.of(0)]);
  const record = Buffer.concat([pointer(12), fixed(2, 2), pointer(12)]);
  const count = Math.floor((largest - 12 - name.length - 4) / record.length);
  const first = Buffer.concat([header(1, count), name, Buffer.from('00010001', 'hex')]);
  return Buffer.concat([first, repeat(record, count)]);
}

/** Names of 127 labels in the first 16 KiB, and records that are named by one place in them after the other. */
function manyPlaces(most: number): Buffer {
  const name = Buffer.concat([repeat(Buffer.from('0161', 'hex'), 126), Buffer.of(0)]);
  const data = repeat(name, Math.floor((0x3fff - firstData) / name.length));
  const places = Array.from({ length: Math.floor(data.length / name.length) }, (_, index) =>
    Array.from({ length: 126 }, (_, label) => firstData + index * name.length + label * 2),
  ).flat();
  const records = places.map((place) => Buffer.concat([pointer(place), fixed(16, 0)]));
  return afterData(data, records, Math.min(most, records.length));
}

/** The same message with so many answers. */
function withAnswers(message: Buffer, answers: number): Buffer {
  message.writeUInt16BE(answers, 6);
  return message;
}

function manyQuestions(): Buffer {
  const count = Math.floor((largest - 12) / 5);
  return Buffer.concat([header(count, 0), repeat(Buffer.from('0000010001', 'hex'), count)]);
}

function manyRecords(type: number, data: () => Buffer): Buffer {
  const one = data();
  const record = Buffer.concat([pointer(12), fixed(type, one.length), one]);
  const count = Math.floor((largest - 12 - question.length) / record.length);
  return Buffer.concat([header(1, count), question, repeat(record, count)]);
}

function oneRecord(type: number, data: Buffer): Buffer {
  const cut = data.subarray(0, 65_000);
  const isOpt = type === 41;
  const owner = isOpt ? Buffer.of(0) : pointer(12);
  return Buffer.concat([
    header(1, isOpt ? 0 : 1, isOpt ? 1 : 0),
    question,
    owner,
    fixed(type, cut.length),
    cut,
  ]);
}

const strings = (octet: number): Buffer => Buffer.concat([Buffer.of(255), Buffer.alloc(255, octet)]);

function parameters(count: number): Buffer {
  const keys = Array.from({ length: count }, (_, index) => Buffer.from([index >> 8, index & 0xff, 0, 0]));
  return Buffer.concat([Buffer.of(0, 1, 0), ...keys]);
}

function parameter(key: number, value: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0, 1, 0, key >> 8, key & 0xff, value.length >> 8, value.length & 0xff]),
    value,
  ]);
}

/** RFC 8914. */
function extendedErrors(): Buffer {
  return repeat(Buffer.concat([Buffer.from([0, 15, 14, 0x00, 0, 24]), Buffer.alloc(3_582)]), 18);
}

function alpn(): Buffer {
  const list = repeat(Buffer.of(1, 0x2c), 30_000);
  return Buffer.concat([Buffer.of(0, 1, 0, 0, 1, list.length >> 8, list.length & 0xff), list]);
}

function typeBitmap(): Buffer {
  const windows = Array.from({ length: 256 }, (_, index) =>
    Buffer.concat([Buffer.of(index, 32), Buffer.alloc(32, 0xff)]),
  );
  return Buffer.concat([Buffer.of(0), ...windows]);
}

function repeat(part: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => part));
}
