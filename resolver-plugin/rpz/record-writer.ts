import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { RpzRecord } from '@sonde/shared/policy/rpz-answer.ts';
import { type ZoneTimes, zoneContact, zoneServer } from '@sonde/shared/policy/rpz-zone.ts';
import { classes, headerBytes, types } from './constants.ts';
import { wireName, writeLabels } from './wire-name.ts';

/** The zone's name stands in the question, right after the header; owners end in a pointer to it. */
const zonePointer = 0xc000 | headerBytes;
const server = wireName(zoneServer);
const contact = wireName(zoneContact);

/** The longest record there is here: two names, the fixed part and a margin. */
export const maxRecordBytes = 600;

/** Writes one record of a trigger; the offset after it. */
export function writeTrigger(
  buffer: Buffer,
  offset: number,
  owner: string,
  record: RpzRecord,
  ttl: number,
): number {
  const fixed = writeOwner(buffer, writeLabels(owner, buffer, offset), types[record.type], ttl);
  let end: number;
  if (record.type === 'CNAME') {
    end = writeLabels(record.value, buffer, fixed + 2);
    buffer[end++] = 0;
  } else {
    const bytes = addressBytes(record.value);
    end = fixed + 2 + bytes.copy(buffer, fixed + 2, isIPv4(record.value) ? 12 : 0);
  }
  return closeRecord(buffer, fixed, end);
}

/** Writes the start of authority at a serial (RFC 1035 section 3.3.13). */
export function writeSoa(buffer: Buffer, offset: number, serial: number, times: ZoneTimes): number {
  const fixed = writeOwner(buffer, offset, types.SOA, times.ttl);
  let position = fixed + 2;
  position += server.copy(buffer, position);
  position += contact.copy(buffer, position);
  for (const value of [serial, times.refresh, times.retry, times.expire, times.ttl]) {
    position = buffer.writeUInt32BE(value, position);
  }
  return closeRecord(buffer, fixed, position);
}

export function writeNs(buffer: Buffer, offset: number, ttl: number): number {
  const fixed = writeOwner(buffer, offset, types.NS, ttl);
  return closeRecord(buffer, fixed, fixed + 2 + server.copy(buffer, fixed + 2));
}

/** Ends the owner's labels with the zone; the offset of the data's length. */
function writeOwner(buffer: Buffer, labelsEnd: number, type: number, ttl: number): number {
  let position = buffer.writeUInt16BE(zonePointer, labelsEnd);
  position = buffer.writeUInt16BE(type, position);
  position = buffer.writeUInt16BE(classes.IN, position);
  return buffer.writeUInt32BE(ttl, position);
}

function closeRecord(buffer: Buffer, lengthAt: number, end: number): number {
  buffer.writeUInt16BE(end - lengthAt - 2, lengthAt);
  return end;
}
