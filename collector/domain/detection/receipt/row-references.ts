import { hash } from 'node:crypto';
import type { BatchRows } from '../batch-rows.ts';
import { spellOwners } from '../rows/spell-owners.ts';

/** A row reference names a stored row that a sighting rests on. */
export interface RowReference {
  /** Microseconds since 1970. */
  readonly observed_at: number;
  readonly digest: string;
}

/** The newest ones that are named. */
const kept = 5;
const digestDigits = 32;

/** Gives 128 bits of a row's SHA-256 in hex, over its bytes in the batch format with all owners spelled out. */
export function rowDigest(row: Uint8Array): string {
  return hash('sha256', spellOwners(row), 'hex').slice(0, digestDigits);
}

/**
 * Row references note which rows of a batch a sighting rests on; digests are made of those that are left in the end.
 */
export class RowReferences {
  readonly #rows: { readonly observedAt: number; readonly bytes: Uint8Array }[] = [];

  /** Tells whether the row was noted last: several detectors may say the same of it. */
  isLast(row: BatchRows): boolean {
    return this.#rows.at(-1)?.bytes.byteOffset === row.rowBytes.byteOffset;
  }

  note(row: BatchRows): void {
    this.#rows.push({ observedAt: row.observedAt, bytes: row.rowBytes });
    if (this.#rows.length > kept) this.#rows.shift();
  }

  all(): RowReference[] {
    return this.#rows.map(({ observedAt, bytes }) => ({ observed_at: observedAt, digest: rowDigest(bytes) }));
  }
}
