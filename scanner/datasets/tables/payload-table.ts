import type { PrefixTable } from './prefix-table.ts';

/**
 * A route validity is a state of RFC 6811 section 2. `invalid_length`: the origin is authorised, for shorter prefixes
 * alone.
 */
export type RouteValidity = 'valid' | 'invalid_origin' | 'invalid_length' | 'not_found';

/** A payload is a validated payload of the RPKI (RFC 6482). */
export interface Payload {
  readonly words: readonly number[];
  readonly length: number;
  readonly maxLength: number;
  readonly asn: number;
}

/** A payload table holds validated payloads: the value of an entry is its AS, the extra its longest length. */
export class PayloadTable {
  readonly #table: PrefixTable;

  constructor(table: PrefixTable) {
    this.#table = table;
  }

  /** Makes no object: it is asked for whole tables of routes. AS 0 authorises nobody (RFC 7607). */
  validate(words: readonly number[], length: number, origin: number): RouteValidity {
    const table = this.#table;
    const { values, extras, lengths } = table.columns;
    let state: RouteValidity = 'not_found';
    let at =
      words.length === 1
        ? table.find(words[0]!)
        : table.find(words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0);
    for (; at !== -1; at = table.parent(at)) {
      if (lengths[at]! > length) continue;
      if (values[at] === origin && origin !== 0) {
        if (length <= extras[at]!) return 'valid';
        state = 'invalid_length';
      } else if (state === 'not_found') state = 'invalid_origin';
    }
    return state;
  }

  /** Lists the payloads that cover a route, the narrowest first: a validity rests on them. */
  covering(words: readonly number[], length: number): Payload[] {
    const { values, extras, lengths } = this.#table.columns;
    return this.#table.covering(words, length).map((entry) => ({
      words: this.#table.wordsOf(entry),
      length: lengths[entry]!,
      maxLength: extras[entry]!,
      asn: values[entry]!,
    }));
  }
}
