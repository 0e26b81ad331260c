import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import { decodeBody } from '../../../../scanner/protocols/web/decode-body.ts';

const text = '<title>A page</title>'.repeat(500);
const whole = Buffer.from(text);

/** In pieces of an octet at first, as a slow server sends it. */
async function* pieces(octets: Buffer): AsyncGenerator<Uint8Array> {
  yield octets.subarray(0, 1);
  yield octets.subarray(1, 2);
  yield octets.subarray(2);
}

const codings: Readonly<Record<string, readonly [string, Buffer]>> = {
  gzip: ['gzip', gzipSync(whole)],
  'gzip by its old name': ['X-GZIP', gzipSync(whole)],
  deflate: ['deflate', deflateSync(whole)],
  'deflate without its wrapping': ['deflate', deflateRawSync(whole)],
  Brotli: ['br', brotliCompressSync(whole)],
  Zstandard: ['zstd', zstdCompressSync(whole)],
  none: ['identity', whole],
};

for (const [name, [coding, octets]] of Object.entries(codings)) {
  test(`${name}: the page is read whole, its beginning if there is more, and told as cut if it breaks off`, async (t) => {
    const read = await decodeBody(pieces(octets), coding, 1_000_000);
    t.deepEqual([read.octets.toString(), read.received, read.cut], [text, octets.length, false]);
    const beginning = await decodeBody(pieces(octets), coding, 100);
    t.deepEqual([beginning.octets.toString(), beginning.cut], [text.slice(0, 100), true]);
    if (coding === 'identity') return;
    t.true((await decodeBody(pieces(octets.subarray(0, octets.length - 5)), coding, 1_000_000)).cut);
  });
}

test('what is no coding, or not the one that is named, is a page that could not be read', async (t) => {
  for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'nonsense', 'gzip, br', '__proto__'])
    t.true((await decodeBody(pieces(whole), coding, 1_000_000)).cut, coding);
  t.deepEqual((await decodeBody(pieces(Buffer.alloc(0)), 'deflate', 100)).octets.length, 0);
});
