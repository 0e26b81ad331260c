import * as messageNames from '../message/skip-name.ts';
import * as nameText from '../presentation/name-text.ts';
import type { TextBuffer } from '../presentation/text-buffer.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { skipName } = messageNames;
const { writeName } = nameText;

/**
 * A data reader holds the data of one record under reading, reused from record to record. Reads beyond `end` are
 * refused by `has`.
 */
export class DataReader {
  bytes: Uint8Array = new Uint8Array(0);
  messageStart = 0;
  messageEnd = 0;
  at = 0;
  end = 0;
  /** Labels that names are cut to, 0 for all. */
  labels = 0;
  /** What may be spent on names, and what is known of them; undefined for messages whose names were bounded otherwise. */
  nameWork: messageNames.NameWork | undefined;

  get left(): number {
    return this.end - this.at;
  }

  has(count: number): boolean {
    return this.end - this.at >= count;
  }

  uint8(): number {
    return this.bytes[this.at++]!;
  }

  uint16(): number {
    this.at += 2;
    return (this.bytes[this.at - 2]! << 8) | this.bytes[this.at - 1]!;
  }

  uint32(): number {
    const high = this.uint16();
    return high * 0x1_0000 + this.uint16();
  }

  /** Writes the name here and moves behind it; false if it is unsound or runs over the data's end. */
  name(out: TextBuffer): boolean {
    const behind = skipName(this.bytes, this.messageStart, this.messageEnd, this.at, this.nameWork);
    if (behind < 0 || behind > this.end) return false;
    writeName(out, this.bytes, this.messageStart, this.at, this.labels);
    this.at = behind;
    return true;
  }
}

/**
 * A data writer writes a record's data in presentation form; it returns false if the data is invalid for its type,
 * whatever was written then.
 */
export type DataWriter = (out: TextBuffer, data: DataReader) => boolean;
