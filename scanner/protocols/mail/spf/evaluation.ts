import { isIPv4 } from 'node:net';
import { isAscii, lowerCase } from '../ascii-domain.ts';
import type { MailRecordType, MailResolve } from '../mail-resolve.ts';
import { expandMacros, fittedName, isQueryName, type MacroValues } from './expand-macros.ts';
import type { MacroPart } from './macro-string.ts';
import { SpfError } from './spf-outcome.ts';
import { type ValidatedNames, validatedNames } from './validated-names.ts';

/** The lookup bound is set by RFC 7208 section 4.6.4. */
export const maxLookups = 10;
export const maxVoidLookups = 2;

const limits = 'RFC 7208 section 4.6.4';

/** One run of check_host() with what it has used up so far. */
export class SpfEvaluation {
  readonly values: MacroValues;
  readonly #resolve: MailResolve;
  #lookups = 0;
  #voidLookups = 0;
  #names: Promise<ValidatedNames> | undefined;

  constructor(values: MacroValues, resolve: MailResolve) {
    this.values = values;
    this.#resolve = resolve;
  }

  get lookups(): number {
    return this.#lookups;
  }

  get voidLookups(): number {
    return this.#voidLookups;
  }

  get addressType(): 'A' | 'AAAA' {
    return isIPv4(this.values.ip) ? 'A' : 'AAAA';
  }

  /** Counts a term that leads to questions. */
  countTerm(text: string): void {
    if (++this.#lookups > maxLookups)
      throw new SpfError('permerror', `${text} is one lookup more than the ${maxLookups} allowed.`, limits);
  }

  /** Counts a term whose question led to nothing. */
  countVoid(): void {
    if (++this.#voidLookups > maxVoidLookups)
      throw new SpfError('permerror', `More than ${maxVoidLookups} lookups lead to nothing.`, limits);
  }

  /** Asks the question of a term and returns its values, none if there are none; counts the question. */
  async ask(name: string, type: MailRecordType): Promise<readonly string[]> {
    const answer = await this.#resolve(lowerCase(name), type);
    if (answer.status === 'error')
      throw new SpfError(
        'temperror',
        `${name} ${type} could not be looked up${answer.message === undefined ? '' : `: ${answer.message}`}.`,
        'RFC 7208 section 5',
      );
    if (answer.status === 'found' && answer.values.length > 0) return answer.values;
    this.countVoid();
    return [];
  }

  /** Asks a question that follows from another one and is no term: nothing is counted. */
  async askFurther(name: string, type: MailRecordType): Promise<readonly string[] | 'error'> {
    const answer = await this.#resolve(lowerCase(name), type);
    if (answer.status === 'error') return 'error';
    return answer.status === 'found' ? answer.values : [];
  }

  /** Expands the name that a domain-spec stands for, or the domain itself; undefined if DNS can't be asked for it. */
  async target(macros: readonly MacroPart[] | undefined, domain: string): Promise<string | undefined> {
    if (macros === undefined) return domain;
    const expanded = await this.expand(macros, domain);
    const name = expanded === undefined ? undefined : fittedName(expanded);
    return name !== undefined && isQueryName(name) ? name : undefined;
  }

  /**
   * Tells whether a term names the mailbox if that is not of ASCII: such a term does not match (RFC 8616 section 4).
   */
  matchesNothing(macros: readonly MacroPart[] = []): boolean {
    return (
      macros.some((part) => part.kind === 'macro' && (part.letter === 's' || part.letter === 'l')) &&
      !isAscii(this.values.localPart)
    );
  }

  async expand(macros: readonly MacroPart[], domain: string): Promise<string | undefined> {
    return expandMacros(macros, domain, this.values, () => this.#validatedNameFor(domain));
  }

  /** Finds names of the client that lead back to it (RFC 7208 section 5.5); looked up once. */
  async validatedNames(): Promise<ValidatedNames> {
    this.#names ??= validatedNames(this);
    return this.#names;
  }

  /** The value of the `p` macro: the domain itself if it is one of them, else one below it, else any. */
  async #validatedNameFor(domain: string): Promise<string> {
    const { names } = await this.validatedNames();
    const wanted = domain.toLowerCase();
    return (
      names.find((name) => name.toLowerCase() === wanted) ??
      names.find((name) => name.toLowerCase().endsWith(`.${wanted}`)) ??
      names[0] ??
      'unknown'
    );
  }
}
