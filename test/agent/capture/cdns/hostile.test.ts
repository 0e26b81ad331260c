import test from 'ava';
import { encode } from 'cbor2';
import fc from 'fast-check';
import { CaptureError } from '../../../../agent/capture/capture-error.ts';
import { CdnsReader } from '../../../../agent/capture/cdns/cdns-reader.ts';
import { Pipeline } from '../../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../../agent/pipeline/pipeline-options.ts';
import { block, cborOf, cdnsFile, pair, parameters } from '../../../support/packets/cdns-file.ts';
import { unaccounted } from '../../../support/packets/run-pipeline.ts';

interface Given {
  packets: number;
  octets: number;
  texts: string[];
}

/** Reads octets as they come, in pieces of these lengths over and over, and counts what they give. */
function read(file: Uint8Array, pieces: readonly number[] = [file.length]): Given {
  const reader = new CdnsReader();
  const given: Given = { packets: 0, octets: 0, texts: [] };
  const sink = {
    packet: (bytes: Uint8Array, start: number, end: number, _length: number, time: number): void => {
      given.packets++;
      given.octets += end - start;
      if (given.texts.length < 100)
        given.texts.push(`${time} ${Buffer.from(bytes.subarray(start, end)).toString('hex')}`);
    },
  };
  let start = 0;
  let end = 0;
  for (let index = 0; end < file.length; index++) {
    end = Math.min(file.length, end + pieces[index % pieces.length]!);
    do start += reader.read(file, start, end, sink);
    while (reader.isPending);
  }
  return given;
}

const { item, tables } = pair;
const sound = cdnsFile([
  block([item, { ...item, 3: 1 }]),
  block(
    [{ ...item, 3: 2 }],
    { ...tables, 8: [{ 0: 1, 1: 53, 2: 0, 3: Buffer.alloc(20, 7) }] },
    {
      4: [{ 0: 0, 2: 0, 3: 0, 4: 3 }],
      5: [{ 0: 3, 1: 0, 2: 4_000, 3: 0 }],
    },
  ),
]);

test('a file gives the same in whichever pieces it comes', (t) => {
  const whole = read(sound);
  t.is(whole.packets, 7);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }), (pieces) => {
      return JSON.stringify(read(sound, pieces)) === JSON.stringify(whole);
    }),
  );
});

test('whatever a file holds, it is read or refused, and the ledger balances', (t) => {
  const changes = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 12,
  });
  const pipeline = new Pipeline(
    { ...defaultPipelineOptions, maxTransactions: 64 },
    { rows: () => undefined },
  );
  let packets = 0;
  fc.assert(
    fc.property(changes, fc.oneof(fc.constant(sound.length), fc.nat(sound.length)), (list, end) => {
      const file = Buffer.from(sound);
      for (const [at, octet] of list) file[at] = octet;
      const reader = new CdnsReader();
      try {
        let start = 0;
        do start += reader.read(file, start, end, pipeline);
        while (reader.isPending);
      } catch (error) {
        if (!(error instanceof CaptureError && error.code === 'bad_file')) throw error;
      }
      pipeline.end();
      packets += reader.packets;
      const counters = pipeline.counters();
      return unaccounted(counters) === 0 && counters.packets_captured === packets;
    }),
    { numRuns: 1_000 },
  );
  t.true(packets > 100);
});

const head = Buffer.from(encode(['C-DNS', cborOf({ 0: 1, 1: 0, 3: [parameters()] })])).subarray(1);
const opened = (...rest: (Buffer | number[])[]): Buffer =>
  Buffer.concat([Buffer.of(0x83), head, Buffer.of(0x9f), ...rest.map((part) => Buffer.from(part))]);

test('counts and lengths that a file claims, deep nesting and ends without a beginning are refused', (t) => {
  const longest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  const files = {
    'an array of 2^64 items': opened([0xa1, 3, 0x9b, ...longest]),
    'a map of 2^64 entries': opened([0xbb, ...longest]),
    'a string of 2^64 octets': opened([0xa1, 2, 0xa1, 2, 0x81, 0x5b, ...longest]),
    'a string of 17 MB': opened([0xa1, 2, 0xa1, 2, 0x81, 0x5a, 1, 0x10, 0, 0]),
    'arrays in arrays': opened(Buffer.alloc(1_000_000, 0x81)),
    'arrays without an end in such': opened(Buffer.alloc(1_000_000, 0x9f)),
    'tags before tags': opened(Buffer.alloc(1_000_000, 0xc1)),
    'an end without a beginning': opened([0xa1, 3, 0x81, 0xff]),
    'reserved lengths': opened([0xbc]),
    'an integer without an end': opened([0xa1, 0x1f]),
    'parameters that are not there': cdnsFile([{ 0: { ...pair.preamble, 1: 7 }, 3: [item] }]),
    'no ticks in a second': cdnsFile([block([item])], [parameters({ 0: 0 })]),
    'more ticks in a second than nanoseconds': cdnsFile([block([item])], [parameters({ 0: 2_000_000_000 })]),
    'a time beyond all time': cdnsFile([{ ...block([item]), 0: { 0: [2 ** 52, 0] } }]),
    'tables twice': opened([0xa2, 0, 0xa0, 2, 0xa2, 0, 0x81, 0x40, 0, 0x81, 0x40]),
    'more entries than a table may have': cdnsFile([
      block([item], { ...tables, 0: Array(262_145).fill(Buffer.of(1)) }),
    ]),
  };
  for (const [name, file] of Object.entries(files))
    t.throws(() => read(file), { instanceOf: CaptureError, code: 'bad_file' }, name);
});

test('a count of many blocks, or a string in many pieces, costs what is there', (t) => {
  const many = Buffer.concat([Buffer.of(0x83), head, Buffer.of(0x9b, 0, 0x1f, 255, 255, 255, 255, 255, 255)]);
  t.is(read(many).packets, 0);
  const pieces = Buffer.concat([Buffer.of(0x5f), ...Array(2_000).fill(Buffer.of(0x41, 0)), Buffer.of(0xff)]);
  t.is(read(opened([0xa2, 0, 0xa0, 2, 0xa1, 2, 0x81], pieces)).packets, 0);
});

test('items that ask for long messages over and over get no more than the file is long', (t) => {
  const data = Buffer.alloc(1_000, 1);
  const long = {
    ...tables,
    2: [...tables[2].slice(0, 1), data, ...tables[2].slice(2)],
    6: [Array(5_000).fill(0), [1]],
  };
  const file = cdnsFile([block(Array(8_000).fill({ ...item, 12: { 1: 0 } }), long)]);
  const { packets, octets } = read(file);
  t.is(packets, 16_000);
  t.true(octets < file.length * 64 + 200 * packets, `${octets} octets of ${file.length}`);
});

test('a message of a malformed payload over and over costs no more either', (t) => {
  const long = { ...tables, 8: [{ 0: 1, 1: 53, 2: 0, 3: Buffer.alloc(60_000, 7) }] };
  const file = cdnsFile([block([item], long, { 5: Array(8_000).fill({ 0: 1, 3: 0 }) })]);
  const { packets, octets } = read(file);
  t.is(packets, 8_002);
  t.true(octets < file.length * 64 + 200 * packets, `${octets} octets of ${file.length}`);
});

test('others have their turn between the items of a block', (t) => {
  const file = cdnsFile([block(Array(5_000).fill(item))]);
  const reader = new CdnsReader();
  let packets = 0;
  const sink = { packet: () => void packets++ };
  t.is(reader.read(file, 0, file.length, sink), file.length - cborLength(block(Array(5_000).fill(item))));
  t.true(reader.isPending);
  t.is(packets, 4_096);
});

function cborLength(value: unknown): number {
  return encode(cborOf(value)).length;
}
