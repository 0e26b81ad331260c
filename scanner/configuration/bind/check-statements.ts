import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Source, Span, Word } from '../model/source.ts';
import { isBefore } from '../model/versions.ts';
import { type Match, matchForm } from './options/form.ts';
import { type BindOption, blocksWith, optionsOf } from './options/options.ts';
import { type VersionFact, versionFacts, wordFacts, wordsGone } from './options/version-facts.ts';
import { type Item, isBlock, isWord, readStatements, type Statement } from './read-statements.ts';
import type { Settings } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';

/** Checks every statement against the tables and files them by name. */
export function checkStatements(
  files: ConfigurationFiles,
  findings: Findings,
  version: string | null,
): Settings {
  return new StatementCheck(files, findings, version).checkFile(files.main);
}

/** Options whose lists have words that came or went. */
const wordsIn = new Set([
  'forwarders',
  'primaries',
  'masters',
  'also-notify',
  'parental-agents',
  'keys',
  'catalog-zones',
  'response-policy',
]);

const adviceOf = (fact: VersionFact | undefined) =>
  fact?.instead === undefined ? 'Remove it.' : `Use ${fact.instead}.`;

/** Lines without a semicolon that are told of one by one. */
const mostMissed = 50;

class StatementCheck {
  readonly #findings: Findings;
  readonly #version: string | null;
  readonly #includes: Includes;
  /** Semicolons that were missed so far. */
  #missed = 0;

  constructor(files: ConfigurationFiles, findings: Findings, version: string | null) {
    this.#includes = new Includes(files, findings, `${manual}, include`);
    this.#findings = findings;
    this.#version = version;
  }

  checkFile(source: Source): Settings {
    return this.#block(readStatements(source, this.#findings), 'top', undefined, 0);
  }

  #block(
    statements: readonly Statement[],
    context: string,
    opener: Statement | undefined,
    depth: number,
  ): Settings {
    const byName = new Map<string, Statement[]>();
    const inner = new Map<string, Settings[]>();
    const settings: Settings = { context, statement: opener, byName, inner };
    const queue = [...statements].reverse().map((statement) => ({ statement, depth }));
    while (queue.length > 0) {
      const { statement, depth: level } = queue.pop()!;
      const name = statement.items[0];
      if (!isWord(name) || name.quoted || name.text === '/' || name.text === '!') {
        this.#refuse(
          'syntax',
          name ?? statement,
          'A statement begins with the name of an option.',
          'grammar',
        );
        continue;
      }
      const text = name.text.toLowerCase();
      if (text === 'include') {
        const included = this.#include(statement, name, level);
        for (const one of included.reverse()) queue.push({ statement: one, depth: level + 1 });
        continue;
      }
      const option = optionsOf(context).get(text);
      if (option === undefined) {
        this.#unknown(name, text, context);
        continue;
      }
      for (const rest of this.#values(statement, name, option, context)) {
        queue.push({ statement: rest, depth: level });
      }
      this.#age(name, option, context, statement);
      const others = byName.get(text);
      if (others !== undefined && !option.many) this.#duplicate(name, text, others[0]!);
      if (others === undefined) byName.set(text, [statement]);
      else others.push(statement);
      if (option.formText.includes('@')) {
        const block = statement.items.find(isBlock);
        const below = option.formText.split('@')[1]!;
        if (block === undefined) continue;
        const settings = this.#block(block.statements, below, statement, level);
        const alike = inner.get(below);
        if (alike === undefined) inner.set(below, [settings]);
        else alike.push(settings);
      }
    }
    return settings;
  }

  #include(statement: Statement, name: Word, depth: number): Statement[] {
    const path = statement.items[1];
    if (!isWord(path) || !path.quoted || statement.items.length !== 2) {
      this.#refuse('wrong_type', path ?? name, 'include takes one path in quotation marks.', 'include');
      return [];
    }
    const sources = this.#includes.follow(path, depth, 'pattern');
    return sources.flatMap((source) => readStatements(source, this.#findings));
  }

  /** Checks the values. Where a semicolon is missing at the end of a line, the lines after it are statements of their own. */
  #values(statement: Statement, name: Word, option: BindOption, context: string): Statement[] {
    const match = matchForm(option.form, statement.items);
    if (match.fits) return [];
    const rest = this.#afterMissingSemicolon(statement, match, context);
    if (rest !== undefined) return [rest];
    this.#mismatch(statement, match, name.text.toLowerCase());
    return [];
  }

  #afterMissingSemicolon(statement: Statement, { furthest }: Match, context: string): Statement | undefined {
    // The rest is gone through anew for each of them.
    if (this.#missed >= mostMissed) return undefined;
    const { items, source } = statement;
    const index = items.findIndex(
      (item, at) =>
        at > 0 &&
        at <= furthest &&
        isWord(item) &&
        optionsOf(context).has(item.text.toLowerCase()) &&
        source.place(item.start).line > source.place(items[at - 1]!.end).line,
    );
    if (index === -1) return undefined;
    this.#missed++;
    const before = items[index - 1]!;
    this.#findings.refuse({
      code: 'missing_semicolon',
      at: { source, start: before.end, end: before.end },
      message: 'A semicolon is missing at the end of the line.',
      rule: `${manual}, grammar`,
      suggestion: 'Add the semicolon.',
    });
    return { ...statement, items: items.slice(index), start: items[index]!.start };
  }

  #mismatch(statement: Statement, match: Match, option: string): void {
    let [place, found] = [statement, match];
    while (found.inner !== undefined) [place, found] = [found.inner.statement, found.inner.match];
    const item = place.items[found.furthest];
    const last = place.items.at(-1) ?? place;
    const at: Span = item ?? { source: place.source, start: last.end, end: last.end };
    const expected = [...found.expected].slice(0, 4).join(' or ');
    const place_ = item === undefined ? 'at the end of' : 'here in';
    this.#findings.refuse({
      code: 'wrong_type',
      at,
      message: `${expected === '' ? 'Something else' : expected} is expected ${place_} ${option}.`,
      rule: `${manual}, ${option}`,
      suggestion: `Write ${option} in its form.`,
    });
  }

  #unknown(name: Word, text: string, context: string): void {
    const fact = versionFacts.get(text);
    if (fact?.removed !== undefined && blocksWith(text).length === 0) {
      const advice = fact.instead === undefined ? 'Remove it.' : `Use ${fact.instead}.`;
      this.#refuse('option_removed', name, `${text} no longer exists.`, text, advice);
      return;
    }
    const elsewhere = blocksWith(text).filter((block) => block !== context);
    const where = context === 'top' ? 'outside of all blocks' : `in ${context}`;
    if (elsewhere.length > 0) {
      const places = elsewhere.map((block) => (block === 'top' ? 'outside of all blocks' : `in ${block}`));
      const advice = `Move it: it stands ${places.join(' or ')}.`;
      this.#refuse('misplaced_option', name, `${text} does not stand ${where}.`, text, advice);
      return;
    }
    const advice = this.#findings.instead(text, optionsOf(context));
    this.#refuse('unknown_option', name, `There is no option of this name ${where}.`, 'grammar', advice);
  }

  #age(name: Word, option: BindOption, context: string, { items }: Statement): void {
    // The lifetime of records stands in a policy now, under the name that it had outside.
    const isPolicy = context === 'dnssec-policy' && option.name === 'max-zone-ttl';
    const fact = isPolicy
      ? undefined
      : (versionFacts.get(option.name) ?? versionFacts.get(`${context} ${option.name}`));
    if (option.since !== undefined) this.#wantsVersion(name, option.name, { since: option.since });
    this.#ageOfWords(items, option.name);
    if (fact?.removed !== undefined && this.#isFrom(fact.removed)) {
      this.#wantsVersion(name, option.name, fact);
      return;
    }
    const isNewer = (since: string | undefined) => since !== undefined && this.#isBefore(since);
    if (option.state === 'current' && (fact === undefined || isNewer(fact.idle ?? fact.deprecated))) return;
    const isIdle = option.state === 'obsolete' || fact?.idle !== undefined;
    this.#findings.add({
      code: isIdle ? 'obsolete_option' : 'deprecated_option',
      severity: 'low',
      at: name,
      message: isIdle
        ? `${option.name} does nothing any more${fact?.idle === undefined ? '' : ` from BIND ${fact.idle} on`}.`
        : `${option.name} is on its way out${fact?.removed === undefined ? '' : `: BIND ${fact.removed} does not know it`}.`,
      rule: `${manual}, ${option.name}`,
      suggestion: adviceOf(fact),
    });
  }

  /** Words in the values that other versions do not know. */
  #ageOfWords(items: readonly Item[], option: string): void {
    for (const item of items.slice(1)) {
      if (isBlock(item)) {
        // A block of options has its own names.
        if (wordsIn.has(option))
          for (const { items: inner } of item.statements) this.#ageOfWords([item, ...inner], option);
        continue;
      }
      if (item.quoted) continue;
      const word = item.text.toLowerCase();
      const fact = wordFacts.get(`${option} ${word}`) ?? wordsGone.get(word);
      if (fact !== undefined) this.#wantsVersion(item, `${word} in ${option}`, fact);
    }
  }

  #wantsVersion(at: Word, what: string, { since, removed, instead }: VersionFact): void {
    if (removed !== undefined && this.#isFrom(removed))
      this.#refuse(
        'option_removed',
        at,
        `${what} is gone since ${removed}.`,
        what,
        adviceOf({ ...(instead === undefined ? {} : { instead }) }),
      );
    if (since !== undefined && this.#isBefore(since))
      this.#refuse(
        'option_newer',
        at,
        `${what} comes with BIND ${since}.`,
        what,
        'Remove it, or use that version.',
      );
  }

  /** Whether the version is told, and before another. */
  #isBefore(version: string): boolean {
    return this.#version !== null && isBefore(this.#version, version);
  }

  #isFrom(version: string): boolean {
    return this.#version !== null && !isBefore(this.#version, version);
  }

  #duplicate(name: Word, text: string, first: Statement): void {
    const { line } = first.source.place(first.start);
    const message = `${text} is set twice: first in line ${line}.`;
    this.#refuse('duplicate_option', name, message, text, 'Keep one of them.');
  }

  #refuse(code: string, at: Span, message: string, topic: string, suggestion?: string): void {
    this.#findings.refuse({ code, at, message, rule: `${manual}, ${topic}`, suggestion });
  }
}
