import { addressBytes } from '../net/address.ts';
import type { Row } from './row.ts';
import { fixedBytes, nameServices, offsets, outcomes, sections, transports } from './row-layout.ts';

/**
 * Encodes one row object. Addresses must be valid IPv4 or IPv6 text; a caller that takes them from outside checks first.
 * Throws a RangeError for a record without an owner, which would be read as the query name's.
 */
export function encodeRow(row: Row): Buffer {
  const fixed = Buffer.alloc(fixedBytes);
  writeMicroseconds(fixed, offsets.observedAt, row.observedAt);
  fixed[offsets.outcome] = outcomes[row.outcome];
  fixed[offsets.transport] = transports[row.transport];
  fixed[offsets.nameService] = nameServices[row.nameService];
  fixed[offsets.ednsVersion] = row.ednsVersion;
  fixed.writeUInt32LE(row.latency, offsets.latency);
  fixed.writeUInt32LE(row.tcpRoundTrip, offsets.tcpRoundTrip);
  fixed.set(addressBytes(row.clientAddress), offsets.clientAddress);
  fixed.set(addressBytes(row.serverAddress), offsets.serverAddress);
  fixed.writeUInt16LE(row.clientPort, offsets.clientPort);
  fixed.writeUInt16LE(row.serverPort, offsets.serverPort);
  fixed.writeUInt16LE(row.messageId, offsets.messageId);
  fixed.writeUInt16LE(row.queryFlags, offsets.queryFlags);
  fixed.writeUInt16LE(row.responseFlags, offsets.responseFlags);
  fixed.writeUInt16LE(row.responseCode, offsets.responseCode);
  fixed.writeUInt16LE(row.queryType, offsets.queryType);
  fixed.writeUInt16LE(row.queryClass, offsets.queryClass);
  fixed.writeUInt16LE(row.querySize, offsets.querySize);
  fixed.writeUInt16LE(row.responseSize, offsets.responseSize);
  fixed.writeUInt16LE(row.ednsFlags, offsets.ednsFlags);
  fixed.writeUInt16LE(row.ednsUdpSize, offsets.ednsUdpSize);
  fixed.writeUInt16LE(row.answerCount, offsets.answerCount);
  fixed.writeUInt16LE(row.authorityCount, offsets.authorityCount);
  fixed.writeUInt16LE(row.additionalCount, offsets.additionalCount);
  fixed.writeUInt16LE(row.marks, offsets.marks);
  fixed.writeUInt16LE(row.responseUdpSize, offsets.responseUdpSize);
  fixed.writeUInt16LE(row.vlan, offsets.vlan);

  const parts: Buffer[] = [
    fixed,
    text(row.queryName),
    text(row.clientSubnet),
    length(row.extendedErrors.length),
  ];
  for (const code of row.extendedErrors) parts.push(uint16(code));
  parts.push(text(row.policyRule), length(row.records.length));
  for (const record of row.records) {
    if (record.name === '' && row.queryName !== '') throw new RangeError('a record has no owner');
    const owner = record.name === row.queryName ? '' : record.name;
    parts.push(Buffer.of(sections[record.section]), text(owner), uint16(record.type));
    parts.push(uint32(record.ttl), text(record.data));
  }
  parts.push(length(row.facts.length));
  for (const { kind, value } of row.facts) parts.push(Buffer.of(kind), text(value));
  return Buffer.concat(parts);
}

/** Writes a time in microseconds as the signed 64-bit integer of DateTime64(6), without a BigInt. */
export function writeMicroseconds(target: Buffer, offset: number, microseconds: number): void {
  const high = Math.floor(microseconds / 0x1_0000_0000);
  target.writeUInt32LE(microseconds - high * 0x1_0000_0000, offset);
  target.writeInt32LE(high, offset + 4);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([length(bytes.length), bytes]);
}

function length(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
