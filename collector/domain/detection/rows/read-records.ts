import type { Section } from '@sonde/shared/batch/row-layout.ts';

/** A record of the current row, as places in its bytes. */
export interface RecordView {
  section: number;
  nameStart: number;
  nameEnd: number;
  type: number;
  ttl: number;
  dataStart: number;
  dataEnd: number;
}

export const sectionNumbers: Readonly<Record<Section, number>> = { answer: 1, authority: 2, additional: 3 };

/**
 * Walks over the records of a row whose lengths were checked before, filling the one view that the visitor sees.
 * `position` is the offset behind the query name.
 */
export function readRecords(bytes: Buffer, position: number, visit: (record: RecordView) => void): void {
  const cursor: Cursor = { position, textStart: position };
  skipText(bytes, cursor);
  const errors = length(bytes, cursor);
  cursor.position += errors * 2;
  skipText(bytes, cursor);
  const count = length(bytes, cursor);
  const view: RecordView = {
    section: 0,
    nameStart: 0,
    nameEnd: 0,
    type: 0,
    ttl: 0,
    dataStart: 0,
    dataEnd: 0,
  };
  for (let index = 0; index < count; index++) {
    view.section = bytes[cursor.position++]!;
    view.nameEnd = skipText(bytes, cursor);
    view.nameStart = cursor.textStart;
    view.type = bytes.readUInt16LE(cursor.position);
    view.ttl = bytes.readUInt32LE(cursor.position + 2);
    cursor.position += 6;
    view.dataEnd = skipText(bytes, cursor);
    view.dataStart = cursor.textStart;
    visit(view);
  }
}

interface Cursor {
  position: number;
  textStart: number;
}

function skipText(bytes: Buffer, cursor: Cursor): number {
  const size = length(bytes, cursor);
  cursor.textStart = cursor.position;
  cursor.position += size;
  return cursor.position;
}

function length(bytes: Buffer, cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift <= 21; shift += 7) {
    const byte = bytes[cursor.position++];
    if (byte === undefined) break;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw new RangeError('the rows have a length that never ends');
}
