import { addressText } from '../net/address.ts';
import type { Row, RowRecord } from './row.ts';
import type { RowFact } from './row-facts.ts';
import {
  nameServices,
  offsets,
  outcomes,
  presentForm,
  type RowForm,
  sections,
  transports,
} from './row-layout.ts';
import { RowScanner } from './row-scanner.ts';

const outcomeNames = namesOf(outcomes);
const transportNames = namesOf(transports);
const nameServiceNames = namesOf(nameServices);
const sectionNames = namesOf(sections);

/** Reads every row of a batch body into objects. Throws a BatchError if the bytes are no rows. */
export function decodeRows(body: Uint8Array, form: RowForm = presentForm): Row[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const scanner = new RowScanner(bytes, 0, form);
  const rows: Row[] = [];
  while (scanner.next()) rows.push(decodeRow(bytes, scanner.rowStart, form));
  return rows;
}

/** Decodes the row that begins at an offset, of bytes that were checked before. */
export function decodeRow(bytes: Buffer, at: number, form: RowForm = presentForm): Row {
  const cursor = { position: at + form.fixedBytes };
  const queryName = text(bytes, cursor);
  return {
    observedAt: Number(bytes.readBigInt64LE(at + offsets.observedAt)),
    outcome: nameOf(outcomeNames, bytes[at + offsets.outcome]!),
    transport: nameOf(transportNames, bytes[at + offsets.transport]!),
    nameService: nameOf(nameServiceNames, bytes[at + offsets.nameService]!),
    ednsVersion: bytes[at + offsets.ednsVersion]!,
    latency: bytes.readUInt32LE(at + offsets.latency),
    tcpRoundTrip: bytes.readUInt32LE(at + offsets.tcpRoundTrip),
    clientAddress: addressText(bytes, at + offsets.clientAddress),
    serverAddress: addressText(bytes, at + offsets.serverAddress),
    clientPort: bytes.readUInt16LE(at + offsets.clientPort),
    serverPort: bytes.readUInt16LE(at + offsets.serverPort),
    messageId: bytes.readUInt16LE(at + offsets.messageId),
    queryFlags: bytes.readUInt16LE(at + offsets.queryFlags),
    responseFlags: bytes.readUInt16LE(at + offsets.responseFlags),
    responseCode: bytes.readUInt16LE(at + offsets.responseCode),
    queryType: bytes.readUInt16LE(at + offsets.queryType),
    queryClass: bytes.readUInt16LE(at + offsets.queryClass),
    querySize: bytes.readUInt16LE(at + offsets.querySize),
    responseSize: bytes.readUInt16LE(at + offsets.responseSize),
    ednsFlags: bytes.readUInt16LE(at + offsets.ednsFlags),
    ednsUdpSize: bytes.readUInt16LE(at + offsets.ednsUdpSize),
    answerCount: bytes.readUInt16LE(at + offsets.answerCount),
    authorityCount: bytes.readUInt16LE(at + offsets.authorityCount),
    additionalCount: bytes.readUInt16LE(at + offsets.additionalCount),
    marks: bytes.readUInt16LE(at + offsets.marks),
    responseUdpSize: form.hasFacts ? bytes.readUInt16LE(at + offsets.responseUdpSize) : 0,
    vlan: form.hasFacts ? bytes.readUInt16LE(at + offsets.vlan) : 0,
    queryName,
    clientSubnet: text(bytes, cursor),
    extendedErrors: list(bytes, cursor, () => uint16(bytes, cursor)),
    policyRule: text(bytes, cursor),
    records: list(bytes, cursor, () => record(bytes, cursor, queryName)),
    facts: form.hasFacts ? list(bytes, cursor, () => fact(bytes, cursor)) : [],
  };
}

function record(bytes: Buffer, cursor: { position: number }, queryName: string): RowRecord {
  const section = nameOf(sectionNames, bytes[cursor.position]!);
  cursor.position++;
  const name = text(bytes, cursor) || queryName;
  const type = uint16(bytes, cursor);
  const ttl = bytes.readUInt32LE(cursor.position);
  cursor.position += 4;
  return { section, name, type, ttl, data: text(bytes, cursor) };
}

function fact(bytes: Buffer, cursor: { position: number }): RowFact {
  const kind = bytes[cursor.position]!;
  cursor.position++;
  return { kind, value: text(bytes, cursor) };
}

function list<Item>(bytes: Buffer, cursor: { position: number }, read: () => Item): Item[] {
  const items: Item[] = [];
  for (let count = length(bytes, cursor); count > 0; count--) items.push(read());
  return items;
}

function text(bytes: Buffer, cursor: { position: number }): string {
  const size = length(bytes, cursor);
  cursor.position += size;
  return size === 0 ? '' : bytes.toString('latin1', cursor.position - size, cursor.position);
}

function uint16(bytes: Buffer, cursor: { position: number }): number {
  cursor.position += 2;
  return bytes.readUInt16LE(cursor.position - 2);
}

function length(bytes: Buffer, cursor: { position: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[cursor.position++]!;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

function nameOf<Name extends string>(names: readonly (Name | undefined)[], value: number): Name {
  const name = names[value];
  if (name === undefined) throw new RangeError(`no name for ${value}`);
  return name;
}

/** Names at the places of their numbers. */
function namesOf<Name extends string>(values: Readonly<Record<Name, number>>): readonly (Name | undefined)[] {
  const names: (Name | undefined)[] = [];
  for (const name in values) names[values[name]] = name;
  return names;
}
