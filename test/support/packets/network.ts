import { addressBytes } from '../../../shared/net/address.ts';

/** Builds packets layer by layer, for tests: each function puts a header before a payload. */

export interface Ends {
  readonly source: string;
  readonly destination: string;
  readonly sourcePort: number;
  readonly destinationPort: number;
}

const bytesOf = (address: string): Buffer => {
  const bytes = addressBytes(address);
  return address.includes(':') ? bytes : bytes.subarray(12);
};

export function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, index * 2);
  });
  return bytes;
}

export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value >>> 0, index * 4);
  });
  return bytes;
}

export function udp(ends: Ends, payload: Uint8Array): Buffer {
  return Buffer.concat([uint16(ends.sourcePort, ends.destinationPort, payload.length + 8, 0), payload]);
}

export const tcpFlags = { fin: 1, syn: 2, reset: 4, push: 8, acknowledgement: 16 } as const;

export function tcp(
  ends: Ends,
  sequence: number,
  acknowledgement: number,
  flags: number,
  payload: Uint8Array = new Uint8Array(0),
): Buffer {
  const head = Buffer.concat([
    uint16(ends.sourcePort, ends.destinationPort),
    uint32(sequence, acknowledgement),
    Buffer.of(0x50, flags),
    uint16(65_535, 0, 0),
  ]);
  return Buffer.concat([head, payload]);
}

export interface Ipv4Fields {
  readonly identification?: number;
  readonly moreFragments?: boolean;
  readonly fragmentOffset?: number;
  /** The hop limit of IPv6 also. */
  readonly timeToLive?: number;
}

/** An IPv4 or IPv6 header, as the addresses demand. */
export function ip(
  ends: Ends,
  protocol: number,
  payload: Uint8Array,
  { identification = 0, moreFragments = false, fragmentOffset = 0, timeToLive = 64 }: Ipv4Fields = {},
): Buffer {
  const source = bytesOf(ends.source);
  const destination = bytesOf(ends.destination);
  if (source.length === 16) {
    const head = Buffer.concat([
      uint32(0x6000_0000),
      uint16(payload.length),
      Buffer.of(protocol, timeToLive),
    ]);
    return Buffer.concat([head, source, destination, payload]);
  }
  const fragment = (moreFragments ? 0x2000 : 0) | (fragmentOffset >> 3);
  return Buffer.concat([
    Buffer.of(0x45, 0),
    uint16(payload.length + 20, identification, fragment),
    Buffer.of(timeToLive, protocol, 0, 0),
    source,
    destination,
    payload,
  ]);
}

export function ethernet(etherType: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('020000000002020000000001', 'hex'), uint16(etherType), payload]);
}

/** Ethernet around an IP packet. */
export function frame(packet: Uint8Array): Buffer {
  return ethernet(packet[0]! >> 4 === 6 ? 0x86dd : 0x0800, packet);
}

export function vlanTag(identifier: number, etherType: number, payload: Uint8Array): Buffer {
  return Buffer.concat([uint16(identifier, etherType), payload]);
}

/** Cuts an IP payload into IPv4 or IPv6 fragments of so many bytes, a multiple of eight. */
export function fragments(
  ends: Ends,
  protocol: number,
  payload: Uint8Array,
  size: number,
  identification: number,
): Buffer[] {
  const result: Buffer[] = [];
  for (let offset = 0; offset < payload.length; offset += size) {
    const piece = payload.subarray(offset, offset + size);
    const moreFragments = offset + size < payload.length;
    if (ends.source.includes(':')) {
      const head = Buffer.concat([
        Buffer.of(protocol, 0),
        uint16(offset | (moreFragments ? 1 : 0)),
        uint32(identification),
      ]);
      result.push(ip(ends, 44, Buffer.concat([head, piece])));
    } else result.push(ip(ends, protocol, piece, { identification, moreFragments, fragmentOffset: offset }));
  }
  return result;
}
