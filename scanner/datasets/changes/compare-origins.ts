import { prefixText } from '@sonde/shared/net/prefix.ts';
import type { OriginChange } from '../../ports/origin-change.ts';
import type { Compiled } from '../snapshot/compiled.ts';
import type { PrefixTable } from '../tables/prefix-table.ts';

/** Compares two tables of routes, and gives the changes in the order of their prefixes, IPv4 first. */
export function* compareOrigins(
  before: Pick<Compiled, 'v4' | 'v6'>,
  after: Pick<Compiled, 'v4' | 'v6'>,
): Generator<OriginChange> {
  yield* compareTables(before.v4, after.v4, 4);
  yield* compareTables(before.v6, after.v6, 6);
}

function* compareTables(
  before: PrefixTable | undefined,
  after: PrefixTable | undefined,
  family: 4 | 6,
): Generator<OriginChange> {
  const one = new Groups(before);
  const other = new Groups(after);
  while (!one.isOver || !other.isOver) {
    const order = orderOf(one, other);
    const told = order <= 0 ? one : other;
    const [old, now] = [order <= 0 ? one.values() : [], order >= 0 ? other.values() : []];
    if (old.length !== now.length || old.some((value, at) => value !== now[at]))
      yield {
        prefix: prefixText({ family, words: told.words, length: told.length }),
        before: old,
        after: now,
      };
    if (order <= 0) one.next();
    if (order >= 0) other.next();
  }
}

/** The groups of a table are its entries of one prefix each, which lie beside each other. */
class Groups {
  readonly #table: PrefixTable | undefined;
  #at = 0;
  #end = 0;

  constructor(table: PrefixTable | undefined) {
    this.#table = table;
    this.#close();
  }

  get isOver(): boolean {
    return this.#table === undefined || this.#at >= this.#table.count;
  }

  get length(): number {
    return this.#table!.columns.lengths[this.#at]!;
  }

  get words(): number[] {
    return this.#table!.wordsOf(this.#at);
  }

  word(index: number): number {
    const { starts, words } = this.#table!.columns;
    return index < words ? starts[this.#at * words + index]! : 0;
  }

  values(): number[] {
    const { values } = this.#table!.columns;
    return [...values.subarray(this.#at, this.#end)].sort((a, b) => a - b);
  }

  next(): void {
    this.#at = this.#end;
    this.#close();
  }

  #close(): void {
    if (this.isOver) return;
    const { starts, lengths, words } = this.#table!.columns;
    const isSame = (entry: number): boolean => {
      if (lengths[entry] !== lengths[this.#at]) return false;
      for (let word = 0; word < words; word++)
        if (starts[entry * words + word] !== starts[this.#at * words + word]) return false;
      return true;
    };
    this.#end = this.#at + 1;
    while (this.#end < lengths.length && isSame(this.#end)) this.#end++;
  }
}

/** Below 0 if the first comes first, above 0 if the other does. */
function orderOf(one: Groups, other: Groups): number {
  if (one.isOver || other.isOver) return one.isOver ? 1 : -1;
  for (let index = 0; index < 4; index++) {
    const difference = one.word(index) - other.word(index);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
