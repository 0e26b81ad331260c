import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { translatedV4, uint32At } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import { parseAddress } from './parse-address.ts';
import type { RecordView } from './read-records.ts';

/** Fields of presentation form before the name that a record leads to. */
const fieldsBefore: ReadonlyMap<number, number> = new Map([
  [recordTypes.CNAME, 0],
  [recordTypes.DNAME, 0],
  [recordTypes.NS, 0],
  [recordTypes.PTR, 0],
  [recordTypes.MX, 1],
  [recordTypes.SVCB, 1],
  [recordTypes.HTTPS, 1],
  [recordTypes.SRV, 3],
]);
/** Octets of a name with every octet escaped. */
const longestName = 1_020;
const mostHints = 32;
const space = 0x20;
const dot = 0x2e;
const backslash = 0x5c;

/** Answer targets are names in the data of records and hints of addresses, read into buffers that are used again. */
export class AnswerTargets {
  readonly name = new Uint8Array(longestName);
  readonly address = new Uint8Array(16);
  length = 0;

  /** Tells whether a record may lead somewhere; for those that do not nothing else need be asked. */
  static leads(type: number): boolean {
    return fieldsBefore.has(type);
  }

  /** Reads the name that a record leads to, in the stored form; false if it names none. */
  read({ bytes }: BatchRows, { type, dataStart, dataEnd }: RecordView): boolean {
    let start = dataStart;
    for (let field = fieldsBefore.get(type) ?? -1; field > 0; field--) {
      const end = bytes.indexOf(space, start);
      if (end === -1 || end >= dataEnd) return false;
      start = end + 1;
    }
    let end = start;
    while (end < dataEnd && bytes[end] !== space) end++;
    if (end - start > 1 && bytes[end - 1] === dot && bytes[end - 2] !== backslash) end--;
    this.length = end - start;
    if (this.length <= 1 || this.length > longestName) return false;
    for (let at = 0; at < this.length; at++) {
      const octet = bytes[start + at]!;
      this.name[at] = octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
    }
    return true;
  }

  /** Reads the address that a record of type A or AAAA has. */
  readAddress({ bytes }: BatchRows, { dataStart, dataEnd }: RecordView): boolean {
    return parseAddress(bytes, dataStart, dataEnd, this.address);
  }

  /** Visits the addresses that a service binding gives as hints (RFC 9460 section 7.3); each is in `address`. */
  hints(row: BatchRows, { type, dataStart, dataEnd }: RecordView, visit: () => void): void {
    if (type !== recordTypes.HTTPS && type !== recordTypes.SVCB) return;
    const text = row.text(dataStart, dataEnd);
    let left = mostHints;
    for (const [, list] of text.matchAll(/ ipv[46]hint="?([0-9a-f:.,]+)/g)) {
      for (const hint of list!.split(',')) {
        if (left-- === 0) return;
        const bytes = Buffer.from(hint, 'latin1');
        if (parseAddress(bytes, 0, bytes.length, this.address)) visit();
      }
    }
  }
}

/**
 * Writes the IPv4 address that an IPv6 one stands for, IPv4 mapped, into `target`: behind a prefix of NAT64, in 6to4 (RFC
 * 3056), and the client's in Teredo (RFC 4380 section 4). False if it stands for none.
 */
export function embeddedV4(bytes: Uint8Array, start: number, target: Uint8Array): boolean {
  let embedded: number;
  if (bytes[start] === 0x20 && bytes[start + 1] === 0x02) embedded = uint32At(bytes, start + 2);
  else if (isTeredo(bytes, start)) embedded = ~uint32At(bytes, start + 12);
  else {
    embedded = translatedV4(bytes, start);
    if (embedded === -1) return false;
  }
  target.fill(0, 0, 10);
  target[10] = 0xff;
  target[11] = 0xff;
  for (let at = 0; at < 4; at++) target[12 + at] = embedded >>> (24 - at * 8);
  return true;
}

/** 2001::/32. */
function isTeredo(bytes: Uint8Array, start: number): boolean {
  return (
    bytes[start] === 0x20 && bytes[start + 1] === 0x01 && bytes[start + 2] === 0 && bytes[start + 3] === 0
  );
}
