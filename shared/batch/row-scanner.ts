import { BatchError } from './batch-error.ts';
import {
  maxExtendedErrors,
  maxFactBytes,
  maxFactCharacters,
  maxNameCharacters,
  maxRowBytes,
  maxRowFacts,
  maxRowRecords,
  maxShortTextCharacters,
} from './limits.ts';
import { lastFactKind } from './row-facts.ts';
import {
  formerForm,
  nameServices,
  offsets,
  outcomes,
  presentForm,
  type RowForm,
  sections,
  transports,
} from './row-layout.ts';

const lastOutcome = Math.max(...Object.values(outcomes));
const lastTransport = Math.max(...Object.values(transports));
const lastNameService = Math.max(...Object.values(nameServices));
const lastSection = Math.max(...Object.values(sections));

/**
 * A row scanner walks over the rows of a batch body and checks every length, enumeration and character, without making
 * an object of a row. Nothing behind the end is read, whatever the bytes say.
 */
export class RowScanner {
  readonly #bytes: Uint8Array;
  /** Of the same bytes, to look at four of them at once. */
  readonly #view: DataView;
  readonly #prefixBytes: number;
  readonly #form: RowForm;
  readonly #fixedBytes: number;
  #position = 0;
  #rowStart = 0;
  #nameStart = 0;
  #nameEnd = 0;

  /** `prefixBytes` are skipped before each row: the ids that the stored form puts there. */
  constructor(body: Uint8Array, prefixBytes = 0, form: RowForm = presentForm) {
    this.#form = form;
    this.#fixedBytes = form.fixedBytes;
    this.#bytes = body;
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    this.#prefixBytes = prefixBytes;
  }

  /** Offset of the current row's first byte. */
  get rowStart(): number {
    return this.#rowStart;
  }

  /** Offset behind the current row's last byte. */
  get rowEnd(): number {
    return this.#position;
  }

  /** Offset of the first character of the current row's query name. */
  get nameStart(): number {
    return this.#nameStart;
  }

  /** Offset behind the last character of the current row's query name. */
  get nameEnd(): number {
    return this.#nameEnd;
  }

  /** Microseconds since 1970 of the current row; may lie outside of what a store accepts, so the caller bounds it. */
  get observedAt(): number {
    const at = this.#rowStart + offsets.observedAt;
    const bytes = this.#bytes;
    const low = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
    const high = bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24);
    return high * 0x1_0000_0000 + low;
  }

  /** Moves to the next row; false at the end. Throws a BatchError if the bytes are no row. */
  next(): boolean {
    if (this.#position === this.#bytes.length) return false;
    const start = this.#position + this.#prefixBytes;
    this.#rowStart = start;
    const behindFixed = start + this.#fixedBytes;
    if (this.#bytes.length < behindFixed) throw this.#broken('ends within a row');
    this.#checkEnumeration(start + offsets.outcome, 1, lastOutcome, 'outcome');
    this.#checkEnumeration(start + offsets.transport, 0, lastTransport, 'transport');
    this.#checkEnumeration(start + offsets.nameService, 1, lastNameService, 'name service');
    this.#position = behindFixed;
    this.#text(maxNameCharacters, 'query name');
    this.#nameStart = this.#textStart;
    this.#nameEnd = this.#position;
    this.#text(maxShortTextCharacters, 'client subnet');
    this.#skip(this.#length(maxExtendedErrors, 'extended errors') * 2);
    this.#text(maxShortTextCharacters, 'policy rule');
    const records = this.#length(maxRowRecords, 'records');
    /** What an empty owner takes more when it is spelled out: the query name, and its length if that has several bytes. */
    const spared = this.#nameEnd - behindFixed - 1;
    let spelled = 0;
    for (let index = 0; index < records; index++) {
      this.#checkEnumeration(this.#position, 1, lastSection, 'section');
      this.#skip(1);
      this.#text(maxNameCharacters, 'record name');
      if (this.#textStart === this.#position) spelled += spared;
      this.#skip(6);
      this.#text(maxRowBytes, 'record data');
    }
    if (this.#position - behindFixed + formerForm.fixedBytes + spelled > maxRowBytes)
      throw this.#broken('has a row that is too long');
    if (this.#form.hasFacts) this.#facts();
    return true;
  }

  #facts(): void {
    const count = this.#length(maxRowFacts, 'list of facts');
    if (count === 0) return;
    const start = this.#position;
    for (let index = 0; index < count; index++) {
      this.#checkEnumeration(this.#position, 1, lastFactKind, 'fact');
      this.#skip(1);
      this.#text(maxFactCharacters, 'fact');
    }
    if (this.#position - start > maxFactBytes) throw this.#broken('has a row with too many facts');
  }

  #textStart = 0;

  #text(limit: number, what: string): void {
    const length = this.#length(limit, what);
    const bytes = this.#bytes;
    const start = this.#position;
    const end = start + length;
    if (end > bytes.length) throw this.#broken(`ends within a ${what}`);
    let index = start;
    while (index + 4 <= end && arePrintable(this.#view.getInt32(index))) index += 4;
    for (; index < end; index++) {
      const byte = bytes[index]!;
      if (byte < 0x20 || byte > 0x7e) throw this.#broken(`has a ${what} with an unprintable character`);
    }
    this.#textStart = start;
    this.#position = end;
  }

  #length(limit: number, what: string): number {
    let value = 0;
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#bytes[this.#position];
      if (byte === undefined) throw this.#broken(`ends within the length of a ${what}`);
      this.#position++;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (value > limit) throw this.#broken(`has a ${what} over its bound of ${limit}`);
        return value;
      }
    }
    throw this.#broken(`has an endless length of a ${what}`);
  }

  #skip(bytes: number): void {
    if (this.#position + bytes > this.#bytes.length) throw this.#broken('ends within a row');
    this.#position += bytes;
  }

  #checkEnumeration(at: number, least: number, most: number, what: string): void {
    const value = this.#bytes[at];
    if (value === undefined || value < least || value > most) throw this.#broken(`has an unknown ${what}`);
  }

  #broken(what: string): BatchError {
    return new BatchError('malformed_rows', `The batch ${what} (at byte ${this.#position}).`);
  }
}

/** Whether all four bytes are within 0x20 and 0x7e: a bit is left of each that is less, is 0x7f or has its highest bit set. */
function arePrintable(word: number): boolean {
  const less = (word - 0x2020_2020) & ~word;
  const deletes = word ^ 0x7f7f_7f7f;
  const isDelete = (deletes - 0x0101_0101) & ~deletes;
  return ((less | isDelete | word) & 0x8080_8080) === 0;
}
