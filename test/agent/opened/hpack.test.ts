import test from 'ava';
import fc from 'fast-check';
import { beginsHttp2, DohConnection } from '../../../agent/opened/doh-connection.ts';
import { HeaderDecoder } from '../../../agent/opened/hpack.ts';
import { huffmanTable, readHuffman } from '../../../agent/opened/hpack-tables.ts';

// RFC 7541 appendix C.4: three requests, one behind the other.
const blocks = [
  '828684418cf1e3c2e5f23a6ba0ab90f4ff',
  '828684be5886a8eb10649cbf',
  '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf',
];

const post = Buffer.concat([Buffer.of(0x83, 0x5f, 23), Buffer.from('application/dns-message')]);

function frame(type: number, bits: number, request: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = bits;
  head.writeUInt32BE(request, 5);
  return Buffer.concat([head, payload]);
}

/** A connection behind its preface, and how long the messages are that are taken out of it. */
function begun() {
  const told: number[] = [];
  const connection = new DohConnection((_, message) => told.push(message.length));
  connection.add(true, Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1'));
  return { told, connection };
}

test('the examples of RFC 7541 are read, with their dynamic table', (t) => {
  const decoder = new HeaderDecoder();
  t.deepEqual(
    blocks.map((block) => decoder.read(Buffer.from(block, 'hex'))?.at(-1)),
    [
      [':authority', 'www.example.com'],
      ['cache-control', 'no-cache'],
      ['custom-key', 'custom-value'],
    ],
  );
});

test('codes that end within an octet otherwise than by ones, and that of the end, are refused', (t) => {
  const table = huffmanTable();
  t.is(readHuffman(table, Buffer.from('1f', 'hex')), 'a');
  t.is(readHuffman(table, Buffer.from('18', 'hex')), undefined);
  t.is(readHuffman(table, Buffer.from('ffffffff', 'hex')), undefined);
  t.is(readHuffman(table, Buffer.from('1fff', 'hex')), undefined);
});

test('any octets as a header block, or behind the preface, end in order', (t) => {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
  const property = fc.property(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fc.uint8Array({ maxLength: 60 })),
    (block, frames) => {
      const fields = new HeaderDecoder().read(Buffer.from(block));
      const connection = new DohConnection(() => undefined);
      connection.add(true, preface);
      for (const [index, payload] of frames.entries()) {
        const head = Buffer.of(
          0,
          0,
          payload.length,
          (payload[0] ?? 0) % 11,
          payload[1] ?? 0,
          0,
          0,
          0,
          index % 4,
        );
        connection.add(index % 3 !== 0, Buffer.concat([head, payload]));
      }
      return fields === undefined || fields.length <= block.length;
    },
  );
  fc.assert(property, { numRuns: 2_000 });
  t.true(beginsHttp2(preface));
  t.is(beginsHttp2(preface.subarray(0, 5)), undefined);
  t.false(beginsHttp2(Buffer.from('GET / HTTP/1.1')));
});

test('what is beyond a bound breaks a connection and keeps no memory', (t) => {
  const { told, connection } = begun();
  // A body that is longer than any message, of many requests.
  for (let request = 1; request < 398; request += 2) {
    connection.add(true, frame(1, 4, request, post));
    for (let part = 0; part < 5; part++) connection.add(true, frame(0, 0, request, Buffer.alloc(16_000)));
    connection.add(true, frame(0, 1, request, Buffer.alloc(0)));
  }
  t.deepEqual(told, []);
  // They leave room for others, answered or not.
  connection.add(true, frame(1, 4, 399, post));
  connection.add(true, frame(0, 1, 399, Buffer.alloc(40)));
  t.deepEqual(told, [40]);
  t.false(connection.isBroken);
  connection.add(true, frame(1, 0, 401, Buffer.alloc(60_000)));
  connection.add(true, frame(9, 0, 401, Buffer.alloc(60_000)));
  t.true(connection.isBroken);
});

test('a message is read of frames, and frames of segments, of one octet each, and costs no more for each than before', (t) => {
  const { told, connection } = begun();
  const spent = process.cpuUsage();
  const all = (count: number, one: Buffer): Buffer => Buffer.concat(new Array<Buffer>(count).fill(one));
  connection.add(true, Buffer.concat([frame(1, 0, 1, post), all(50_000, frame(9, 0, 1, Buffer.alloc(0)))]));
  connection.add(true, frame(9, 4, 1, Buffer.alloc(0)));
  connection.add(true, all(65_535, frame(0, 0, 1, Buffer.alloc(1))));
  connection.add(true, frame(0, 1, 1, Buffer.alloc(0)));
  t.deepEqual(told, [65_535]);
  connection.add(true, frame(1, 4, 3, post));
  for (const octet of frame(0, 1, 3, Buffer.alloc(60_000))) connection.add(true, Buffer.of(octet));
  t.deepEqual(told, [65_535, 60_000]);
  // A quarter of a second on a quiet machine; where each octet brings those before it about, a quarter of a minute.
  const { user, system } = process.cpuUsage(spent);
  t.true(user + system < 5_000_000);
  connection.add(true, frame(1, 4, 5, Buffer.alloc(2_000, 0x82)));
  t.true(connection.isBroken);
});
