import test from 'ava';
import fc from 'fast-check';
import { beginsHttp1, Http1Connection } from '../../../agent/opened/http1-connection.ts';
import { OctetQueue } from '../../../agent/opened/octet-queue.ts';

type Piece = readonly [fromClient: boolean, text: string];

/** What is taken out of a conversation: direction, message, number of the request. */
function read(pieces: readonly Piece[]) {
  const told: string[] = [];
  const connection = new Http1Connection((fromClient, message, request) =>
    told.push(
      `${fromClient ? 'query' : 'response'} ${Buffer.from(message).toString('latin1')} of ${request}`,
    ),
  );
  for (const [fromClient, text] of pieces) connection.add(fromClient, Buffer.from(text, 'latin1'));
  return { told, connection };
}

const dns = 'content-type: Application/DNS-Message; x=y\r\n';
const inPath = Buffer.from('query of thirteen').toString('base64url');
const conversation: readonly Piece[] = [
  [true, `POST /dns-query HTTP/1.1\r\n${dns}Content-Length: 5\r\n\r\nfirst`],
  [true, `GET /dns-query?a=b&dns=${inPath}&c HTTP/1.1\r\n\r\n`],
  [true, 'HEAD / HTTP/1.1\r\n\r\nGET /?dns=on HTTP/1.1\r\n\r\n'],
  [
    true,
    `POST / HTTP/1.1\r\n${dns}transfer-encoding: Chunked\r\n\r\n3;a=b\r\nfif\r\n2\r\nth\r\n0\r\nafter: all\r\n\r\n`,
  ],
  [false, `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${dns}Content-Length: 3\r\n\r\none`],
  [false, `HTTP/1.1 200\r\n${dns}Transfer-Encoding: chunked\r\n\r\n1\r\nt\r\n2\r\nwo\r\n0\r\n\r\n`],
  [false, 'HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n'],
  [false, `HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n${'x'.repeat(70_000)}`],
  [false, `HTTP/1.1 200 OK\r\n${dns}content-length: 4\r\n\r\nfive`],
];
const messages = [
  'query first of 1',
  'query query of thirteen of 2',
  'query fifth of 5',
  'response one of 1',
  'response two of 2',
  'response five of 5',
];

test('responses belong to requests in their order, whatever is between them', (t) => {
  const { told, connection } = read(conversation);
  t.deepEqual(told, messages);
  t.true(connection.carriesMessages && !connection.isBroken);
});

test('the same is read of any pieces', (t) => {
  const whole = [true, false].map(
    (side) =>
      [
        side,
        conversation
          .filter(([from]) => from === side)
          .map(([, text]) => text)
          .join(''),
      ] as const,
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 40 }), (lengths) => {
      const pieces: Piece[] = [];
      for (const [side, text] of whole)
        for (let at = 0, index = 0; at < text.length; at += lengths[index++ % lengths.length]!)
          pieces.push([side, text.slice(at, at + lengths[index % lengths.length]!)]);
      return read(pieces).told.join('\n') === messages.join('\n');
    }),
    { numRuns: 50 },
  );
  t.pass();
});

test('what breaks the rules or the bounds is read no more, and no message is made up of it', (t) => {
  const head = `POST / HTTP/1.1\r\n${dns}`;
  const broken: Record<string, string> = {
    'two lengths': `${head}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n5\r\nfirst\r\n0\r\n\r\n`,
    'another coding': `${head}transfer-encoding: gzip\r\n\r\nfirst`,
    'no length': `${head}content-length: 5x\r\n\r\nfirst`,
    'no chunk': `${head}transfer-encoding: chunked\r\n\r\nxyz\r\n`,
    'too long a chunk': `${head}transfer-encoding: chunked\r\n\r\n5\r\nfirst-\r\n0\r\n\r\n`,
    'too many chunks': `${head}transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1_001)}0\r\n\r\n`,
    'a head without end': `${head}${'a: b\r\n'.repeat(4_000)}`,
    'a line without end': `${head}transfer-encoding: chunked\r\n\r\n5;${'x'.repeat(2_000)}`,
    'too many lines behind a body': `${head}transfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n${'a\r\n'.repeat(300)}\r\n`,
    'too many requests': 'GET / HTTP/1.1\r\n\r\n'.repeat(101),
  };
  for (const [name, text] of Object.entries(broken)) {
    const { told, connection } = read([
      [true, text],
      [true, `${head}content-length: 5\r\n\r\nfirst`],
    ]);
    t.deepEqual(told, [], name);
    t.false(connection.isBroken, name);
  }
  const message = `${head}content-length: 65536\r\n\r\n${'x'.repeat(65_536)}`;
  t.deepEqual(read([[true, message]]).told, []);
  // Of a connection that had messages it is told that they end.
  const { told, connection } = read([...conversation, [false, 'HTTP/1.1 200 OK\r\n\r\nto the end']]);
  t.deepEqual(told, messages);
  t.true(connection.isBroken);
});

test('changed octets never throw, and a method tells HTTP from its first octets', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(8), fc.nat(400), fc.nat(255)), { maxLength: 12 }),
      (changes: [number, number, number][]) => {
        const changed = conversation.map(([side, text], index) => {
          const bytes = Buffer.from(text, 'latin1');
          for (const [which, at, octet] of changes)
            if (which === index && at < bytes.length) bytes[at] = octet;
          return [side, bytes.toString('latin1')] as const;
        });
        return read(changed).told.length <= messages.length + 2;
      },
    ),
    { numRuns: 300 },
  );
  t.is(beginsHttp1(Buffer.from('GET /')), true);
  t.is(beginsHttp1(Buffer.from('PO')), undefined);
  t.is(beginsHttp1(Buffer.from('PRI * HTTP/2.0')), false);
  t.is(beginsHttp1(Buffer.from([22, 3, 1])), false);
});

test('a queue gives back what it was given, and what was taken stays as it is', (t) => {
  const pieces = fc.array(fc.tuple(fc.uint8Array({ maxLength: 600 }), fc.nat(900)), { maxLength: 60 });
  fc.assert(
    fc.property(pieces, (steps) => {
      const queue = new OctetQueue();
      const given: Uint8Array[] = [];
      const taken: Buffer[] = [];
      for (const [octets, count] of steps) {
        given.push(octets);
        const passing = Uint8Array.from(octets);
        queue.add(passing);
        passing.fill(0);
        taken.push(queue.take(count));
      }
      return Buffer.concat([...taken, queue.bytes]).equals(Buffer.concat(given));
    }),
    { numRuns: 200 },
  );
  t.pass();
});
