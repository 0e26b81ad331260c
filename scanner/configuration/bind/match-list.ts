import { type Address, type AddressRange, contains, type Reach, reachOf, readRange } from '../model/reach.ts';
import { type Item, isBlock, isWord, type Statement } from './read-statements.ts';
import { blockOf } from './settings.ts';

/** Nested lists within each other, at most: acls may name each other in a circle. */
const deepest = 24;
const mostElements = 5_000;
/** Ranges whose borders are looked at. */
const mostRanges = 600;
/** Elements that all lists of one configuration are held against, at most: a list counts as closed from then on. */
const mostComparisons = 3_000_000;
/** Elements of all lists of one configuration together. */
const mostOfAll = 200_000;

type Element =
  | { readonly kind: 'range'; readonly range: AddressRange; readonly negated: boolean }
  | { readonly kind: 'list'; readonly list: MatchList; readonly negated: boolean }
  | { readonly kind: 'any'; readonly negated: boolean }
  | { readonly kind: 'key'; readonly negated: boolean }
  /** What no stranger is in: none, localhost, localnets. */
  | { readonly kind: 'own'; readonly negated: boolean };

/** An address match list with its acls put in: elements in order, the first that matches decides. */
export class MatchList {
  readonly elements: readonly Element[];
  readonly #effort: MatchEffort;
  #reach: Reach | undefined;
  #ranges: readonly AddressRange[] | undefined;
  #hasKey: boolean | undefined;
  #admitsUnsigned: boolean | undefined;

  constructor(elements: readonly Element[], effort: MatchEffort = { comparisons: Number.POSITIVE_INFINITY }) {
    this.elements = elements;
    this.#effort = effort;
  }

  /** Tells whether an unsigned query from a stranger's address is let through. */
  allows(address: Address): boolean {
    return this.#match(address) === true;
  }

  /** True and false if an element matches and says so, undefined if none does. */
  #match(address: Address): boolean | undefined {
    for (const element of this.elements) {
      if (--this.#effort.comparisons < 0) return undefined;
      if (matches(element, address)) return !element.negated;
    }
    return undefined;
  }

  /** The first ranges of the list; worked out once, since acls may name each other many times. */
  get ranges(): readonly AddressRange[] {
    this.#ranges ??= this.#firstRanges();
    return this.#ranges;
  }

  #firstRanges(): AddressRange[] {
    const ranges: AddressRange[] = [];
    for (const element of this.elements) {
      if (ranges.length >= mostRanges) break;
      if (element.kind === 'range') ranges.push(element.range);
      else if (element.kind === 'list') ranges.push(...element.list.ranges);
    }
    return ranges.slice(0, mostRanges);
  }

  /** Whether a key is asked for anywhere. */
  get hasKey(): boolean {
    this.#hasKey ??= this.elements.some(
      (element) => element.kind === 'key' || (element.kind === 'list' && element.list.hasKey),
    );
    return this.#hasKey;
  }

  /** Whether somebody else than a holder of a key is let in: a stranger, or a host of the own networks. */
  get admitsUnsigned(): boolean {
    this.#admitsUnsigned ??= this.elements.some((element) => {
      if (element.negated) return false;
      if (element.kind === 'list') return element.list.admitsUnsigned;
      return element.kind !== 'key' && !(element.kind === 'own');
    });
    return this.#admitsUnsigned;
  }

  get reach(): Reach {
    this.#reach ??= this.#measure();
    return this.#reach;
  }

  #measure(): Reach {
    const [only] = this.elements;
    if (only === undefined) return 'nobody';
    if (this.elements.length === 1 && !only.negated && only.kind === 'list') return only.list.reach;
    const { ranges } = this;
    // Without ranges all strangers are alike.
    if (ranges.length === 0) return this.allows(stranger) ? 'anyone' : 'nobody';
    return reachOf(ranges, (address) => this.allows(address));
  }
}

const stranger: Address = { family: 4, value: readRange('192.0.2.1')!.first };

/** The ranges of several lists, as many as are looked at. */
export function rangesOf(lists: Iterable<MatchList>): AddressRange[] {
  const ranges: AddressRange[] = [];
  for (const list of lists) {
    ranges.push(...list.ranges);
    if (ranges.length >= mostRanges) break;
  }
  return ranges.slice(0, mostRanges);
}

/** The match effort is what comparing addresses with the lists of one configuration may still cost. */
interface MatchEffort {
  comparisons: number;
}

/** A nested list that refuses an address leaves the decision to what follows it. */
function matches(element: Element, address: Address): boolean {
  switch (element.kind) {
    case 'any':
      return true;
    case 'range':
      return contains(element.range, address);
    case 'list':
      return element.list.allows(address);
    default:
      return false;
  }
}

export const anybody = new MatchList([{ kind: 'any', negated: false }]);
export const ownNetworks = new MatchList([{ kind: 'own', negated: false }]);

/** The match lists of one configuration: each acl is read once, and each statement. */
export class MatchLists {
  readonly #acls: ReadonlyMap<string, Statement>;
  readonly #effort: MatchEffort = { comparisons: mostComparisons };
  readonly #lists = new Map<Statement, MatchList>();
  readonly #reading = new Set<Statement>();
  #elements = mostOfAll;

  constructor(acls: ReadonlyMap<string, Statement>) {
    this.#acls = acls;
  }

  /** Whether a list was too much to be compared whole. */
  get isExhausted(): boolean {
    return this.#effort.comparisons < 0 || this.#elements < 0;
  }

  /** Reads the list of a statement such as allow-query, its acls looked up by name. */
  read(statement: Statement | undefined): MatchList | undefined {
    return this.#read(statement, 0);
  }

  #read(statement: Statement | undefined, depth: number): MatchList | undefined {
    const block = blockOf(statement);
    if (statement === undefined || block === undefined) return undefined;
    const known = this.#lists.get(statement);
    if (known !== undefined) return known;
    if (this.#reading.has(statement)) return undefined;
    this.#reading.add(statement);
    const list = this.#listOf(block.statements, depth);
    this.#reading.delete(statement);
    this.#lists.set(statement, list);
    return list;
  }

  #listOf(statements: readonly Statement[], depth: number): MatchList {
    const elements: Element[] = [];
    for (const { items } of statements.slice(0, mostElements)) {
      if (--this.#elements < 0) break;
      const element = this.#elementOf(items, depth);
      if (element !== undefined) elements.push(element);
    }
    return new MatchList(elements, this.#effort);
  }

  #elementOf(items: readonly Item[], depth: number): Element | undefined {
    const first = items[0];
    if (isBlock(first)) {
      if (depth >= deepest) return undefined;
      return { kind: 'list', list: this.#listOf(first.statements, depth + 1), negated: false };
    }
    if (!isWord(first)) return undefined;
    if (first.text === '!') {
      const inner = depth >= deepest ? undefined : this.#elementOf(items.slice(1), depth + 1);
      return inner === undefined ? undefined : { ...inner, negated: !inner.negated };
    }
    const text = first.text.toLowerCase();
    if (!first.quoted && text === 'key') return { kind: 'key', negated: false };
    if (text === 'any') return { kind: 'any', negated: false };
    if (text === 'none') return { kind: 'any', negated: true };
    if (text === 'localhost' || text === 'localnets') return { kind: 'own', negated: false };
    const length = isWord(items[2]) ? items[2].text : undefined;
    const range = readRange(length === undefined ? text : `${text}/${length}`);
    if (range !== undefined) return { kind: 'range', range, negated: false };
    const list = depth >= deepest ? undefined : this.#read(this.#acls.get(text), depth + 1);
    return list === undefined ? undefined : { kind: 'list', list, negated: false };
  }
}
