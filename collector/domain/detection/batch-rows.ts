import { offsets } from '@sonde/shared/batch/row-layout.ts';
import { RowScanner } from '@sonde/shared/batch/row-scanner.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { storedPrefixBytes } from '../ingest/stored-rows.ts';

/**
 * A walk over stored rows for detectors: one reused view, values made when asked for. Call `next()`, then read the
 * properties of the current row; `rewind()` starts over for the next detector.
 */
export class BatchRows {
  readonly #bytes: Buffer;
  #scanner: RowScanner;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#scanner = new RowScanner(bytes, storedPrefixBytes);
  }

  rewind(): void {
    this.#scanner = new RowScanner(this.#bytes, storedPrefixBytes);
  }

  next(): boolean {
    return this.#scanner.next();
  }

  get locationId(): number {
    return this.#bytes.readUInt32LE(this.#scanner.rowStart - storedPrefixBytes);
  }

  /** Microseconds since 1970. */
  get observedAt(): number {
    return this.#scanner.observedAt;
  }

  get queryName(): string {
    return this.#bytes.toString('latin1', this.#scanner.nameStart, this.#scanner.nameEnd);
  }

  get clientAddress(): string {
    return addressText(this.#bytes, this.#scanner.rowStart + offsets.clientAddress);
  }

  get queryType(): number {
    return this.#bytes.readUInt16LE(this.#scanner.rowStart + offsets.queryType);
  }
}
