import { uint32 } from './network.ts';

export interface FilePacket {
  readonly bytes: Uint8Array;
  /** Microseconds since 1970. */
  readonly time: number;
  readonly linkType?: number;
  /** Of pcapng. */
  readonly interfaceName?: string;
  /** Length on the wire, where the capture cut the packet. */
  readonly originalLength?: number;
}

/** A pcap file of microseconds in little-endian order. */
export function pcapFile(packets: readonly FilePacket[], linkType = 1): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262_144, 16);
  head.writeUInt32LE(linkType, 20);
  const parts: Uint8Array[] = [head];
  for (const { bytes, time, originalLength } of packets) {
    const record = Buffer.alloc(16);
    record.writeUInt32LE(Math.floor(time / 1_000_000), 0);
    record.writeUInt32LE(time % 1_000_000, 4);
    record.writeUInt32LE(bytes.length, 8);
    record.writeUInt32LE(originalLength ?? bytes.length, 12);
    parts.push(record, bytes);
  }
  return Buffer.concat(parts);
}

/** A pcapng file of nanoseconds with one interface per link type and name, in either byte order. */
export function pcapngFile(packets: readonly FilePacket[], little: boolean): Buffer {
  const key = ({ linkType, interfaceName }: FilePacket): string => `${linkType ?? 1} ${interfaceName ?? ''}`;
  const interfaces = [...new Set(packets.map(key))];
  const number = (value: number): Buffer => (little ? uint32(value).swap32() : uint32(value));
  const short = (value: number): Buffer => {
    const bytes = Buffer.alloc(2);
    if (little) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const block = (type: number, body: Buffer): Buffer => {
    const length = number(body.length + 12);
    return Buffer.concat([number(type), length, body, length]);
  };
  const parts = [
    block(0x0a0d0d0a, Buffer.concat([number(0x1a2b3c4d), short(1), short(0), number(-1), number(-1)])),
  ];
  for (const each of interfaces) {
    const [linkType, name = ''] = each.split(' ');
    const title = Buffer.from(name);
    const named = [short(2), short(title.length), title, Buffer.alloc((4 - (title.length % 4)) % 4)];
    const resolution = Buffer.concat([short(9), short(1), Buffer.of(9, 0, 0, 0), number(0)]);
    parts.push(
      block(
        1,
        Buffer.concat([
          short(Number(linkType)),
          short(0),
          number(0),
          ...(name === '' ? [] : named),
          resolution,
        ]),
      ),
    );
  }
  for (const packet of packets) {
    const { bytes, time, originalLength } = packet;
    const units = BigInt(time) * 1_000n;
    const body = [
      number(interfaces.indexOf(key(packet))),
      number(Number(units >> 32n)),
      number(Number(units & 0xffff_ffffn)),
      number(bytes.length),
      number(originalLength ?? bytes.length),
      bytes,
      Buffer.alloc((4 - (bytes.length % 4)) % 4),
    ];
    parts.push(block(6, Buffer.concat(body)));
  }
  return Buffer.concat(parts);
}
