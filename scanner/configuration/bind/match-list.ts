import { type Address, type AddressRange, contains, type Reach, reachOf, readRange } from '../model/reach.ts';
import { type Item, isBlock, isWord, type Statement } from './read-statements.ts';
import { blockOf } from './settings.ts';

/** Nested lists within each other, at most: acls may name each other in a circle. */
const deepest = 24;
const mostElements = 5_000;

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
  #reach: Reach | undefined;

  constructor(elements: readonly Element[]) {
    this.elements = elements;
  }

  /** Tells whether an unsigned query from a stranger's address is let through. */
  allows(address: Address): boolean {
    return this.#match(address) === true;
  }

  /** True and false if an element matches and says so, undefined if none does. */
  #match(address: Address): boolean | undefined {
    for (const element of this.elements) {
      if (matches(element, address)) return !element.negated;
    }
    return undefined;
  }

  get ranges(): AddressRange[] {
    return this.elements.flatMap((element) =>
      element.kind === 'range' ? [element.range] : element.kind === 'list' ? element.list.ranges : [],
    );
  }

  /** Whether a key is asked for anywhere. */
  get hasKey(): boolean {
    return this.elements.some(
      (element) => element.kind === 'key' || (element.kind === 'list' && element.list.hasKey),
    );
  }

  /** Whether somebody else than a holder of a key is let in: a stranger, or a host of the own networks. */
  get admitsUnsigned(): boolean {
    return this.elements.some((element) => {
      if (element.negated) return false;
      if (element.kind === 'list') return element.list.admitsUnsigned;
      return element.kind !== 'key' && !(element.kind === 'own');
    });
  }

  get reach(): Reach {
    this.#reach ??= reachOf(this.ranges, (address) => this.allows(address));
    return this.#reach;
  }
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

/** Reads the list of a statement such as allow-query, its acls looked up by name. */
export function readMatchList(
  statement: Statement | undefined,
  acls: ReadonlyMap<string, Statement>,
): MatchList | undefined {
  const block = blockOf(statement);
  if (block === undefined) return undefined;
  const budget = { left: mostElements };
  return listOf(block.statements, acls, 0, budget);
}

function listOf(
  statements: readonly Statement[],
  acls: ReadonlyMap<string, Statement>,
  depth: number,
  budget: { left: number },
): MatchList {
  const elements: Element[] = [];
  for (const { items } of statements) {
    if (--budget.left < 0) break;
    const element = elementOf(items, acls, depth, budget);
    if (element !== undefined) elements.push(element);
  }
  return new MatchList(elements);
}

function elementOf(
  items: readonly Item[],
  acls: ReadonlyMap<string, Statement>,
  depth: number,
  budget: { left: number },
): Element | undefined {
  const first = items[0];
  if (isBlock(first)) {
    if (depth >= deepest) return undefined;
    return { kind: 'list', list: listOf(first.statements, acls, depth + 1, budget), negated: false };
  }
  if (!isWord(first)) return undefined;
  if (first.text === '!') {
    const inner = elementOf(items.slice(1), acls, depth, budget);
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
  const block = blockOf(acls.get(text));
  if (block === undefined || depth >= deepest) return undefined;
  return { kind: 'list', list: listOf(block.statements, acls, depth + 1, budget), negated: false };
}
