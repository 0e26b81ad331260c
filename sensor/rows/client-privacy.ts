import { marks } from '@sonde/shared/batch/row-layout.ts';
import { clearHostBits } from './clear-host-bits.ts';
import { CryptoPan } from './crypto-pan.ts';
import type { PrivacyOptions } from './transaction-options.ts';

/** The client privacy protects client addresses: cut to a prefix, made a pseudonym, or both. */
export class ClientPrivacy {
  readonly #prefixV4: number;
  readonly #prefixV6: number;
  readonly #pseudonyms: CryptoPan | undefined;
  readonly #idle: boolean;

  constructor(options: PrivacyOptions) {
    this.#prefixV4 = options.clientPrefixV4;
    this.#prefixV6 = options.clientPrefixV6;
    this.#pseudonyms = options.pseudonymKey === undefined ? undefined : new CryptoPan(options.pseudonymKey);
    this.#idle = this.#pseudonyms === undefined && this.#prefixV4 === 32 && this.#prefixV6 === 128;
  }

  /** Whether client addresses are changed at all. */
  get isActive(): boolean {
    return !this.#idle;
  }

  /** Bits that are kept of an address of 4 or 16 bytes. */
  prefixOf(width: number): number {
    return width === 4 ? this.#prefixV4 : this.#prefixV6;
  }

  /** Changes the sixteen address bytes in place; returns the marks that a row so changed carries. */
  apply(bytes: Uint8Array, at: number): number {
    if (this.#idle) return 0;
    const mapped = isMapped(bytes, at);
    const kept = mapped ? 96 + this.#prefixV4 : this.#prefixV6;
    if (kept < 128) clearHostBits(bytes, kept, at);
    let bits = kept < 128 ? marks.clientTruncated : 0;
    if (this.#pseudonyms !== undefined) {
      bits |= marks.clientPseudonym;
      this.#pseudonyms.anonymise(bytes, mapped ? at + 12 : at, mapped ? 4 : 16);
      // A pseudonym is of full length; what was cut before stays cut.
      if (kept < 128) clearHostBits(bytes, kept, at);
    }
    return bits;
  }
}

function isMapped(bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < 10; index++) if (bytes[at + index] !== 0) return false;
  return bytes[at + 10] === 0xff && bytes[at + 11] === 0xff;
}
