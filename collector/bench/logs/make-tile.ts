import { randomBytes } from 'node:crypto';
import { derHeader } from '@sonde/scanner/protocols/transparency/der-walk.ts';
import { tileWidth } from '@sonde/scanner/protocols/transparency/tiles.ts';

/** Makes a data tile of precertificates with three names each, other ones in each tile. */
export function makeTile(index: number): Buffer {
  const leaves = Array.from({ length: tileWidth }, (_none, place) => makeLeaf(index * tileWidth + place));
  return Buffer.concat(leaves);
}

/** A precertificate of the size that usual ones have; nothing in it is signed, since nobody here verifies that. */
function makeLeaf(index: number): Buffer {
  const names = [
    `www.${word(index)}-${index % 7}.net`,
    `${word(index * 31)}.org`,
    `*.${word(index * 17)}.example`,
  ];
  const signed = element(
    0x30,
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    element(0x30, oid('2a8648ce3d040302')),
    element(
      0x30,
      element(0x31, element(0x30, oid('55040a'), element(0x0c, Buffer.from('Authority of benches')))),
    ),
    element(0x30, element(0x17, Buffer.from('260101000000Z')), element(0x17, Buffer.from('260401000000Z'))),
    element(0x30),
    element(0x30, randomBytes(91)),
    element(
      0xa3,
      element(
        0x30,
        ...[0x0e, 0x0f, 0x13, 0x20, 0x23, 0x25].map((type) =>
          extension(`551d${type.toString(16).padStart(2, '0')}`, randomBytes(80)),
        ),
        extension('551d11', element(0x30, ...names.map((name) => element(0x82, Buffer.from(name))))),
      ),
    ),
  );
  const head = Buffer.alloc(10 + 32);
  head.writeBigUInt64BE(BigInt(Date.UTC(2026, 0, 1) + index));
  head.writeUInt16BE(1, 8);
  const number = Buffer.alloc(10);
  number.writeUInt16BE(8, 0);
  number.writeUIntBE(5, 3, 2);
  number.writeUIntBE(index, 5, 5);
  return Buffer.concat([head, framed(signed, 3), number, framed(signed, 3), framed(randomBytes(64), 2)]);
}

function extension(type: string, value: Buffer): Buffer {
  return element(0x30, oid(type), element(0x04, value));
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([derHeader(tag, content.length), content]);
}

function framed(content: Buffer, bytes: number): Buffer {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(content.length, 0, bytes);
  return Buffer.concat([length, content]);
}

/** Gives letters that look like a name's, other ones for each number. */
export function word(number: number): string {
  let text = '';
  for (let left = number + 1_000_003; left > 0; left = Math.floor(left / 21))
    text += 'bcdfghjklmnpqrstvwxyz'[left % 21]! + 'aeiou'[left % 5]!;
  return text;
}
