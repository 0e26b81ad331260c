import { noResponseCode } from '@sonde/shared/batch/row-layout.ts';
import { selfAndParents, storedName } from '@sonde/shared/dns/names.ts';
import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import { writeName } from '@sonde/shared/presentation/name-text.ts';
import { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';
import type { MessageOrigin } from '../pairing/message-origin.ts';
import { Networks } from './networks.ts';
import type { FilterOptions } from './transaction-options.ts';

/**
 * The filters decide which transactions are kept. Both messages of a transaction have one name, type and client, so one
 * fate.
 */
export class Filters {
  /** Whether there is anything to decide before a response code is known. */
  readonly active: boolean;
  readonly #allowSuffixes: Set<string>;
  readonly #denySuffixes: Set<string>;
  readonly #allowTypes: Set<number>;
  readonly #denyTypes: Set<number>;
  readonly #allowCodes: Set<number>;
  readonly #denyCodes: Set<number>;
  /** Whether no response code leaves a transaction out. */
  readonly acceptsAllCodes: boolean;
  readonly #allowClients: Networks;
  readonly #denyClients: Networks;
  readonly #text = new TextBuffer(2_048);

  constructor(options: FilterOptions) {
    this.#allowSuffixes = suffixes(options.allowSuffixes);
    this.#denySuffixes = suffixes(options.denySuffixes);
    this.#allowTypes = new Set(options.allowTypes);
    this.#denyTypes = new Set(options.denyTypes);
    this.#allowCodes = new Set(options.allowResponseCodes);
    this.#denyCodes = new Set(options.denyResponseCodes);
    this.#allowClients = new Networks(options.allowClients);
    this.#denyClients = new Networks(options.denyClients);
    this.acceptsAllCodes = this.#allowCodes.size + this.#denyCodes.size === 0;
    this.active =
      this.#allowSuffixes.size + this.#denySuffixes.size + this.#allowTypes.size + this.#denyTypes.size > 0 ||
      !this.#allowClients.isEmpty ||
      !this.#denyClients.isEmpty;
  }

  accepts(message: MessageReader, origin: MessageOrigin, clientAt: number): boolean {
    if (this.#denyTypes.has(message.queryType)) return false;
    if (this.#allowTypes.size > 0 && !this.#allowTypes.has(message.queryType)) return false;
    const at = clientAt * 4;
    if (this.#denyClients.contains(origin.addressBytes, at)) return false;
    if (!this.#allowClients.isEmpty && !this.#allowClients.contains(origin.addressBytes, at)) return false;
    if (this.#allowSuffixes.size === 0 && this.#denySuffixes.size === 0) return true;
    const names = this.#nameAndParents(message);
    if (names.some((name) => this.#denySuffixes.has(name))) return false;
    return this.#allowSuffixes.size === 0 || names.some((name) => this.#allowSuffixes.has(name));
  }

  /**
   * Tells whether a response code is accepted; `code` is undefined if there was no response, which an allow list can
   * name as 65535.
   */
  acceptsCode(code: number | undefined): boolean {
    if (this.acceptsAllCodes) return true;
    const value = code ?? noResponseCode;
    if (this.#denyCodes.has(value)) return false;
    return this.#allowCodes.size === 0 || this.#allowCodes.has(value);
  }

  #nameAndParents(message: MessageReader): string[] {
    const text = this.#text;
    text.position = 0;
    if (message.questions === 0) return ['.'];
    writeName(text, message.bytes, message.start, message.nameStart, 0);
    const name = Buffer.from(text.bytes.buffer, 0, text.position).toString('latin1');
    return [...selfAndParents(name), '.'];
  }
}

function suffixes(names: readonly string[]): Set<string> {
  return new Set(
    names.map((name) => {
      const stored = storedName(name);
      if (stored === undefined) throw new RangeError(`not a domain name: ${name.slice(0, 64)}`);
      return stored;
    }),
  );
}
