import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { BatchRows } from '../batch-rows.ts';
import { parseAddress } from './parse-address.ts';
import { type RecordView, sectionNumbers } from './read-records.ts';

/**
 * The addresses in a row's answers, read once for all detectors into columns that are used again for the next row.
 * Entry `n` has its 16 bytes (IPv4 mapped) at `n * 16`.
 */
export class AnswerAddresses {
  count = 0;
  bytes = new Uint8Array(16 * 16);
  types = new Uint16Array(16);
  ttls = new Uint32Array(16);
  /** 1 where the address belongs to the name asked for, not to an alias. */
  own = new Uint8Array(16);
  readonly #scratch = new Uint8Array(16);
  #row: BatchRows | undefined;

  read(row: BatchRows): void {
    this.count = 0;
    this.#row = row;
    row.records(this.#visit);
    this.#row = undefined;
  }

  readonly #visit = (record: RecordView): void => {
    const { section, type } = record;
    if (section !== sectionNumbers.answer || (type !== recordTypes.A && type !== recordTypes.AAAA)) return;
    const row = this.#row!;
    if (!parseAddress(row.bytes, record.dataStart, record.dataEnd, this.#scratch)) return;
    if (this.count === this.types.length) this.#widen();
    this.bytes.set(this.#scratch, this.count * 16);
    this.types[this.count] = type;
    this.ttls[this.count] = record.ttl;
    this.own[this.count] = row.isQueryName(record.nameStart, record.nameEnd) ? 1 : 0;
    this.count++;
  };

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
