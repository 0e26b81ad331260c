import { transports } from '@sonde/shared/batch/row-layout.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { nameData } from './log-data.ts';
import type { LoggedMessage, LoggedRecord } from './logged-message.ts';

/**
 * The link type of messages that a log tells of, which came in no packet. It is beyond those that a capture file can name.
 */
export const loggedLinkType = 0x1_0000;

/**
 * The offsets of what stands before the message: one of `loggedKinds`, both addresses, both ports, one of `transports`, whether the
 * response code is told (0 if not, else 1 and its bits beyond those of the header), the octets that the message had (0 if that is not
 * told), marks of its row, and what tells its exchange from others if its id or port does not (0 if they do).
 */
export const loggedOffsets = {
  kind: 0,
  addresses: 1,
  ports: 33,
  transport: 37,
  hasResponseCode: 38,
  size: 39,
  marks: 41,
  exchange: 43,
  message: 47,
} as const;
/**
 * The kinds of logged packets: a message that was put together from what is told of it, one that can't be read, and one as it was
 * sent. A line that is no message of the DNS has none.
 */
export const loggedKinds = { message: 1, unreadable: 3, payload: 4 } as const;

const classInternet = 1;
const maxMessageBytes = 65_535;
const maxNumber = 0xffff;

/** Writes the packet of a line that tells of a message and can't be read. */
export function unreadablePacket(): Buffer {
  return Buffer.of(loggedKinds.unreadable);
}

/**
 * Writes a message in wire format behind where it came from; undefined if a name, an address or a number in it is none. Records that the
 * log does not tell whole are counted in the header and missing at the end, as they are from a message that a capture cut.
 */
export function loggedPacket(message: LoggedMessage): Buffer | undefined {
  const numbers = [message.id, message.sourcePort, message.destinationPort];
  if (numbers.some((number) => !Number.isInteger(number) || number > maxNumber)) return undefined;
  const addresses = [message.source, message.destination].map(addressOf);
  const question = questionOf(message);
  if (question === undefined || addresses.includes(undefined)) return undefined;
  const sections = recordsOf(message);
  if (sections === undefined) return undefined;
  const header = Buffer.alloc(loggedOffsets.message + 12);
  header[loggedOffsets.kind] = loggedKinds.message;
  header[loggedOffsets.transport] = message.overTcp ? transports.tcp : transports.udp;
  header[loggedOffsets.hasResponseCode] = 1 + (message.extendedCode & 0x7f);
  addresses.forEach((bytes, index) => {
    header.set(bytes!, loggedOffsets.addresses + index * 16);
  });
  header.writeUInt16BE(message.sourcePort, loggedOffsets.ports);
  header.writeUInt16BE(message.destinationPort, loggedOffsets.ports + 2);
  const at = loggedOffsets.message;
  const counts = [
    message.id,
    message.flags,
    message.question === undefined ? 0 : 1,
    message.answers.length,
    message.authorities.length,
  ];
  for (const [index, count] of counts.entries())
    header.writeUInt16BE(Math.min(count, maxNumber), at + index * 2);
  return Buffer.concat([header, question, sections]);
}

function addressOf(text: string): Buffer | undefined {
  try {
    return addressBytes(text);
  } catch {
    return undefined;
  }
}

function questionOf({ question }: LoggedMessage): Buffer | undefined {
  if (question === undefined) return Buffer.alloc(0);
  const name = nameData(question.name);
  if (name === undefined || question.type > maxNumber || question.class > maxNumber) return undefined;
  const tail = Buffer.alloc(4);
  tail.writeUInt16BE(question.type, 0);
  tail.writeUInt16BE(question.class, 2);
  return Buffer.concat([name, tail]);
}

/** Records up to the first that is not told whole: what follows it would be read in its place. */
function recordsOf({ answers, authorities, question }: LoggedMessage): Buffer | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const record of [...answers, ...authorities]) {
    const { data } = record;
    if (data === undefined) break;
    const owner = nameData(record.owner ?? question?.name ?? '');
    if (owner === undefined || record.type > maxNumber || record.ttl > 0xffff_ffff) return undefined;
    length += owner.length + 10 + data.length;
    if (length > maxMessageBytes - 1_024) break;
    parts.push(owner, fixedPart(record, data.length), data);
  }
  return Buffer.concat(parts);
}

function fixedPart({ type, ttl }: LoggedRecord, length: number): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(classInternet, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(length, 8);
  return fixed;
}
