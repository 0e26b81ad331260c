import { wireName } from '@sonde/shared/dns/wire-name.ts';
import type { EdnsOption } from '../../../ports/dns-answer.ts';

export interface Query {
  readonly id: number;
  /** In stored form. */
  readonly name: string;
  readonly type: number;
  readonly class: number;
  readonly recursionDesired: boolean;
  readonly checkingDisabled: boolean;
  readonly edns: boolean;
  readonly ednsVersion?: number;
  readonly ednsOptions?: readonly EdnsOption[];
  readonly dnssecOk: boolean;
}

/** The UDP payload size is the largest answer that passes everywhere without fragments (RFC 9715 section 3). */
export const udpPayloadBytes = 1_232;

/**
 * Encodes the message, and returns it with the name as it stands in it. `bits` choose the case of each letter, if
 * they are given.
 */
export function encodeQuery(query: Query, bits?: Uint8Array): { message: Buffer; name: Buffer } {
  const name = wireName(query.name);
  if (bits !== undefined) mixCase(name, bits);
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.id, 0);
  header.writeUInt16BE((query.recursionDesired ? 0x0100 : 0) | (query.checkingDisabled ? 0x0010 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(query.edns ? 1 : 0, 10);
  const typeAndClass = Buffer.alloc(4);
  typeAndClass.writeUInt16BE(query.type, 0);
  typeAndClass.writeUInt16BE(query.class, 2);
  const parts = [header, name, typeAndClass];
  if (query.edns) parts.push(optRecord(query));
  return { message: Buffer.concat(parts), name };
}

function optRecord({ dnssecOk, ednsVersion = 0, ednsOptions = [] }: Query): Buffer {
  const opt = Buffer.alloc(11);
  opt.writeUInt16BE(41, 1);
  opt.writeUInt16BE(udpPayloadBytes, 3);
  opt[6] = ednsVersion;
  opt.writeUInt16BE(dnssecOk ? 0x8000 : 0, 7);
  const options = ednsOptions.map(({ code, data }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(code, 0);
    head.writeUInt16BE(data.length, 2);
    return Buffer.concat([head, data]);
  });
  const written = Buffer.concat(options);
  opt.writeUInt16BE(written.length, 9);
  return Buffer.concat([opt, written]);
}

/** Turns letters to upper case if the bit of their place is set (draft-vixie-dnsext-dns0x20). */
function mixCase(name: Buffer, bits: Uint8Array): void {
  for (let at = 0; name[at] !== 0; at += name[at]! + 1) {
    for (let index = at + 1; index <= at + name[at]!; index++) {
      const isLetter = name[index]! >= 0x61 && name[index]! <= 0x7a;
      if (isLetter && (bits[(index >> 3) % bits.length]! & (1 << (index & 7))) !== 0) name[index]! -= 0x20;
    }
  }
}
