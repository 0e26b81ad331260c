import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { maxHelloBytes, readClientHello } from '../../../agent/encrypted/client-hello.ts';
import { HelloBytes } from '../../../agent/encrypted/hello-bytes.ts';
import { ja4Of } from '../../../agent/encrypted/ja4.ts';
import { helloInRecords } from '../../../agent/encrypted/tls-records.ts';
import { realHello } from '../../support/packets/real-hello.ts';

const hex = (text: string): number[] => text.split(',').map((each) => Number.parseInt(each, 16));
const tls13 = { transport: 't', legacyVersion: 0x0303, versions: [0x2a2a, 0x0304, 0x0303] } as const;

test('the fingerprint is that of the examples of JA4', (t) => {
  // The example of the specification, whose order of extensions a browser shuffles, and one of the same browser years later.
  const example = {
    ...tls13,
    ciphers: hex('5a5a,1301,1302,1303,c02b,c02f,c02c,c030,cca9,cca8,c013,c014,009c,009d,002f,0035'),
    signatures: hex('0403,0804,0401,0503,0805,0501,0806,0601'),
    firstProtocol: Buffer.from('h2'),
    namesServer: true,
  };
  const first = hex(
    'baba,001b,0000,0033,0010,4469,0017,002d,000d,0005,0023,0012,002b,ff01,000b,000a,0015,6a6a',
  );
  t.is(ja4Of({ ...example, extensions: first }), 't13d1516h2_8daaf6152771_e5627efa2ab1');
  const later = hex('002d,0033,0010,fe0d,0017,44cd,0000,000b,000a,002b,ff01,0023,0012,0005,000d,001b');
  t.is(ja4Of({ ...example, extensions: later }), 't13d1516h2_8daaf6152771_d8a2da3f94cd');
});

test('the fingerprint says what is lacking, and takes protocols whose ends are no letters in hexadecimal', (t) => {
  const bare = {
    transport: 'q',
    legacyVersion: 0x0303,
    versions: [],
    ciphers: [0x1301],
    extensions: [],
    signatures: [],
    firstProtocol: undefined,
    namesServer: false,
  } as const;
  const one = createHash('sha256').update('1301').digest('hex').slice(0, 12);
  t.is(ja4Of(bare), `q12i010000_${one}_000000000000`);
  const endsOf = (protocol: Buffer): string => ja4Of({ ...bare, firstProtocol: protocol }).slice(8, 10);
  t.is(endsOf(Buffer.from('dot')), 'dt');
  t.is(endsOf(Buffer.from('x')), 'xx');
  t.is(endsOf(Buffer.of(0xab)), 'ab');
  t.is(endsOf(Buffer.of(0x30, 0xab)), '3b');
  t.is(endsOf(Buffer.of(0x30, 0x31, 0xab, 0xcd)), '3d');
  const many = Array.from({ length: 120 }, (_, index) => index + 0x100);
  t.is(ja4Of({ ...bare, ciphers: many }).slice(4, 6), '99');
});

test('the hello of OpenSSL is read whole, whatever segments it comes in', async (t) => {
  const bytes = await realHello({ servername: 'Resolver.Example', ALPNProtocols: ['dot'] });
  t.true(bytes.length > 1_460, 'it takes more than one packet');
  const whole = helloInRecords(bytes);
  if (typeof whole === 'string') return t.fail(whole);
  const hello = readClientHello(whole.body, 't');
  t.like(hello, { serverName: 'resolver.example', alpn: ['dot'], hasEch: false });
  t.regex(hello!.ja4, /^t13d[0-9]{4}dt_[0-9a-f]{12}_[0-9a-f]{12}$/);
  for (let cut = 0; cut < bytes.length; cut++) t.is(helloInRecords(bytes.subarray(0, cut)), 'incomplete');
  fc.assert(
    fc.property(
      fc.array(fc.nat(bytes.length), { maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      (cuts, order) => {
        const places = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
        const parts = places.slice(0, -1).map((start, index) => [start, places[index + 1]!] as const);
        const shuffled = parts
          .map((part) => ({ part, at: order.next().value as number }))
          .sort((a, b) => a.at - b.at);
        const gathered = new HelloBytes();
        for (const { part } of shuffled) gathered.add(part[0], bytes, part[0], part[1]);
        return Buffer.compare(gathered.ready, bytes) === 0;
      },
    ),
  );
});

test('a hello may be spread over records', async (t) => {
  const bytes = await realHello({ servername: 'resolver.example' });
  const message = bytes.subarray(5);
  const record = (piece: Uint8Array): Buffer =>
    Buffer.concat([Buffer.of(22, 3, 1, piece.length >> 8, piece.length & 0xff), piece]);
  for (const at of [1, 3, 700]) {
    const found = helloInRecords(
      Buffer.concat([record(message.subarray(0, at)), record(message.subarray(at))]),
    );
    t.deepEqual(
      typeof found === 'string' ? found : Buffer.from(found.body),
      Buffer.from(message.subarray(4)),
    );
  }
});

test('what is no hello is told apart', (t) => {
  t.is(helloInRecords(Buffer.from('GET / HTTP/1.1\r\n')), 'foreign');
  t.is(helloInRecords(Buffer.from('160301000502000001', 'hex')), 'malformed');
  t.is(helloInRecords(Buffer.from('1603010004010fffff', 'hex')), 'malformed');
  t.is(helloInRecords(Buffer.from('16030100040100', 'hex')), 'incomplete');
});

test('whatever octets a hello has, reading it ends, and it is never read beyond its end', (t) => {
  const body = fc.uint8Array({ maxLength: 600 });
  t.notThrows(() => fc.assert(fc.property(body, (bytes) => void readClientHello(bytes, 't'))));
});

test('mutated hellos of OpenSSL are read or refused', async (t) => {
  const bytes = (await realHello({ servername: 'resolver.example', ALPNProtocols: ['h2'] })).subarray(9);
  const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(bytes.length), (changes, length) => {
      const mutated = Buffer.from(bytes);
      for (const { at, value } of changes) mutated[at] = value;
      const hello = readClientHello(mutated.subarray(0, length), 't');
      return hello === undefined || /^[\x20-\x7e]*$/.test(hello.serverName + hello.alpn.join(''));
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('the work for a hello grows with its octets and no faster', (t) => {
  // As many ciphers, extensions and protocols as there is room for.
  const part = (data: Buffer): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    return Buffer.concat([length, data]);
  };
  const hello = (size: number): Buffer => {
    const ciphers = Buffer.alloc(size / 4);
    const extensions = Buffer.alloc(size / 2);
    for (let at = 0; at < ciphers.length; at += 2) ciphers.writeUInt16BE((at * 7_919) & 0xffff, at);
    for (let at = 0; at < extensions.length; at += 4)
      extensions.writeUInt16BE(0x1000 | ((at * 31) & 0x0ff8), at);
    return Buffer.concat([
      Buffer.from('0303', 'hex'),
      Buffer.alloc(32),
      Buffer.of(0),
      part(ciphers),
      Buffer.of(0),
      part(extensions),
    ]);
  };
  const time = (bytes: Buffer): number => {
    const times = Array.from({ length: 15 }, () => {
      const started = process.cpuUsage();
      for (let count = 0; count < 8; count++) t.truthy(readClientHello(bytes, 't'));
      const { user, system } = process.cpuUsage(started);
      return user + system;
    });
    return Math.min(...times);
  };
  const small = hello(maxHelloBytes / 8);
  const large = hello(maxHelloBytes - 64);
  time(small);
  const perOctet = time(large) / large.length / Math.max(time(small) / small.length, 0.001);
  t.true(perOctet < 6, `an octet of a long hello takes ${perOctet.toFixed(1)} times as long`);
});
