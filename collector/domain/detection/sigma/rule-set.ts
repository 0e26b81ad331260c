import type { BatchRows } from '../batch-rows.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { GramIndex } from './gram-index.ts';
import type { SigmaRule } from './read-rule.ts';
import { dataText, hasStrings, longestAnswer } from './row-values.ts';

/** No query asks for it, so that it stands for any type. */
const anyType = -1;
/** Types whose answers are looked at by themselves. */
const mostTypes = 8;

/** An active rule is a rule with its number in the store. */
export interface ActiveRule {
  readonly number: number;
  readonly rule: SigmaRule & { readonly condition: NonNullable<SigmaRule['condition']> };
  /** What its threats are about beside the client: the title, which is made different from those of other rules. */
  readonly label: string;
}

/**
 * A rule set holds the rules of an account, ready to be tried on rows: which of them a row may be for is found in one walk over
 * its name and its answers. It is filled rule by rule, before any row is tried.
 */
export class SigmaRuleSet {
  readonly #rules: ActiveRule[] = [];
  readonly #names = new GramIndex();
  /** By the type that is asked for; those of any type under `anyType`. */
  readonly #answers = new Map<number, GramIndex>();
  readonly #byType = new Map<number, number[]>();
  readonly #always: number[] = [];
  readonly #labels = new Set<string>();

  get size(): number {
    return this.#rules.length;
  }

  rule(index: number): ActiveRule {
    return this.#rules[index]!;
  }

  /** Adds a rule; one that cannot be followed is left out. */
  add(number: number, rule: SigmaRule): void {
    const { condition } = rule;
    if (condition === undefined) return;
    const index = this.#rules.length;
    const label = this.#labels.has(rule.title) ? `${rule.title} (${rule.id.slice(0, 8)})` : rule.title;
    this.#labels.add(label);
    this.#rules.push({ number, rule: { ...rule, condition }, label });
    const { needs } = condition;
    if (needs === undefined) {
      this.#always.push(index);
      return;
    }
    for (const text of new Set(needs.names)) this.#names.add(text, index);
    for (const place of needs.within ?? [anyType]) {
      const answers = this.#answersOf(place);
      for (const text of new Set(needs.answers)) answers.add(text, index);
    }
    for (const type of new Set(needs.types)) {
      const known = this.#byType.get(type);
      if (known === undefined) this.#byType.set(type, [index]);
      else known.push(index);
    }
  }

  /** Finds the rules that ask for something in the row's name; the same for all rows with that name. */
  ofName(row: BatchRows): readonly number[] {
    const { bytes, nameStart, nameEnd } = row;
    let found: number[] | undefined;
    this.#names.search(bytes, nameStart, nameEnd, (index) => {
      if (found === undefined) found = [index];
      else if (!found.includes(index)) found.push(index);
    });
    return found ?? none;
  }

  /** Whether there are rules that ask for something else than a name. */
  get hasOthers(): boolean {
    return this.#always.length > 0 || this.#byType.size > 0 || this.#answers.size > 0;
  }

  /** Tells of all other rules that the row may be for, some of them several times. */
  others(row: BatchRows, found: (index: number) => void): void {
    for (const index of this.#always) found(index);
    if (this.#byType.size > 0) for (const index of this.#byType.get(row.queryType) ?? none) found(index);
    if (this.#answers.size === 0 || row.answerCount === 0) return;
    const ofAny = this.#answers.get(anyType);
    const ofType = this.#answers.get(row.queryType);
    if (ofAny !== undefined) searchAnswers(row, ofAny, found);
    if (ofType !== undefined) searchAnswers(row, ofType, found);
  }

  #answersOf(type: number): GramIndex {
    const place = this.#answers.has(type) || this.#answers.size < mostTypes ? type : anyType;
    let index = this.#answers.get(place);
    if (index === undefined) {
      index = new GramIndex();
      this.#answers.set(place, index);
    }
    return index;
  }
}

function searchAnswers(row: BatchRows, index: GramIndex, found: (rule: number) => void): void {
  const { bytes } = row;
  row.records((record) => {
    if (record.section !== sectionNumbers.answer) return;
    const { dataStart, dataEnd } = record;
    if (hasStrings(record)) {
      // A word may begin in one string and end in the next.
      const joined = Buffer.from(dataText(row, record), 'latin1');
      index.search(joined, 0, joined.length, found);
    } else index.search(bytes, dataStart, Math.min(dataEnd, dataStart + longestAnswer), found);
  });
}

const none: readonly number[] = [];
