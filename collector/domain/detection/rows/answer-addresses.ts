import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { parseAddress } from './parse-address.ts';
import { RecordReader, sectionNumbers } from './read-records.ts';

/** An answered row has as much of a row as tells its records' places. */
interface AnsweredRow {
  readonly bytes: Buffer;
  readonly behindName: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  isQueryName(start: number, end: number): boolean;
}

/**
 * Answer addresses are the addresses in a row's answers, read once for all detectors into columns that are used again
 * for the next row. Entry `n` has its 16 bytes (IPv4 mapped) at `n * 16`.
 */
export class AnswerAddresses {
  count = 0;
  bytes = new Uint8Array(16 * 16);
  types = new Uint16Array(16);
  ttls = new Uint32Array(16);
  /** 1 if the address belongs to the name asked for, not to an alias. */
  own = new Uint8Array(16);
  readonly #records: RecordReader;

  /** `bytes` are those that all rows are in. */
  constructor(bytes: Buffer) {
    this.#records = new RecordReader(bytes);
  }

  read(row: AnsweredRow): void {
    this.count = 0;
    const records = this.#records;
    records.start(row.behindName, row.nameStart, row.nameEnd);
    while (records.next()) {
      const { section, type } = records;
      if (section !== sectionNumbers.answer || (type !== recordTypes.A && type !== recordTypes.AAAA))
        continue;
      if (this.count === this.types.length) this.#widen();
      const at = this.count;
      if (!parseAddress(row.bytes, records.dataStart, records.dataEnd, this.bytes, at * 16)) continue;
      this.types[at] = type;
      this.ttls[at] = records.ttl;
      this.own[at] = row.isQueryName(records.nameStart, records.nameEnd) ? 1 : 0;
      this.count++;
    }
  }

  #widen(): void {
    const size = this.types.length * 2;
    this.bytes = widened(new Uint8Array(size * 16), this.bytes);
    this.types = widened(new Uint16Array(size), this.types);
    this.ttls = widened(new Uint32Array(size), this.ttls);
    this.own = widened(new Uint8Array(size), this.own);
  }
}

function widened<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  wider: Numbers,
  from: Numbers,
): Numbers {
  wider.set(from);
  return wider;
}
