import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { ConfigurationFinding } from './finding.ts';
import { nearestName } from './nearest-name.ts';
import type { Span } from './source.ts';

/** Findings of one configuration, at most. */
const mostFindings = 500;
/** Unknown names for which a known one is proposed: each is compared with all that are known. */
const mostProposals = 60;

/** A remark is a check's statement about one place in the files. */
export interface Remark {
  readonly code: string;
  readonly severity: Severity;
  readonly at: Span;
  readonly message: string;
  readonly rule: string;
  readonly suggestion?: string | undefined;
  readonly snippet?: string | undefined;
  /** Whether the server refuses to start with it. */
  readonly refused?: boolean;
}

/** Known names are handed on as they are kept: a copy for each unknown one takes seconds. */
export type KnownNames = ReadonlySet<string> | ReadonlyMap<string, unknown>;

/**
 * The findings gather findings. A configuration holds secrets, and any word of it may be one that is written in a wrong place: so a
 * text of a finding never has a word of the configuration, but words of our tables alone. Line and column tell which is meant.
 */
export class Findings {
  readonly #remarks: Remark[] = [];
  #omitted = 0;
  #refused = false;
  /** By the unknown name, and how many are known: the same name may be written a thousand times. */
  readonly #proposals = new Map<string, string | undefined>();

  /** Whether the server would refuse the configuration. */
  get refused(): boolean {
    return this.#refused;
  }

  get omitted(): number {
    return this.#omitted;
  }

  /** Finds the known name that an unknown one may be meant as; the first dozens are looked for. */
  nearest(name: string, ...known: readonly KnownNames[]): string | undefined {
    const id = `${name} ${known.map(({ size }) => size).join(' ')}`;
    if (!this.#proposals.has(id) && this.#proposals.size < mostProposals) {
      const names = known.flatMap((some) => [...some.keys()]);
      this.#proposals.set(id, nearestName(name, names));
    }
    return this.#proposals.get(id);
  }

  /** Says what to do about an unknown name: write the known one that may be meant, or remove it. */
  instead(name: string, ...known: readonly KnownNames[]): string {
    const near = this.nearest(name, ...known);
    return near === undefined ? 'Remove it.' : `Write ${near}.`;
  }

  add(remark: Remark): void {
    if (remark.refused === true) this.#refused = true;
    if (this.#remarks.length < mostFindings) this.#remarks.push(remark);
    else this.#omitted++;
  }

  /** Adds a finding that the server accepts although a person should look at it. */
  say(
    code: string,
    severity: Severity,
    at: Span,
    message: string,
    rule: string,
    suggestion: string,
    snippet?: string,
  ): void {
    this.add({ code, severity, at, message, rule, suggestion, snippet });
  }

  /** Adds a finding that the server refuses: faults of text and structure. */
  refuse(remark: Omit<Remark, 'severity' | 'refused'>): void {
    this.add({ ...remark, severity: 'high', refused: true });
  }

  /** Sorts the findings by file and place, at one place by their weight. */
  finish(): ConfigurationFinding[] {
    const files = new Map<string, number>();
    for (const { at } of this.#remarks) {
      if (!files.has(at.source.name)) files.set(at.source.name, files.size);
    }
    const findings = this.#remarks.map((remark) => this.#present(remark));
    return findings.sort(
      (one, other) =>
        files.get(one.file)! - files.get(other.file)! || one.line - other.line || one.column - other.column,
    );
  }

  #present({ at, refused = false, suggestion, snippet, ...remark }: Remark): ConfigurationFinding {
    const { line, column } = at.source.place(at.start);
    const end = at.source.place(Math.max(at.start, at.end));
    return {
      code: remark.code,
      severity: remark.severity,
      refused,
      file: at.source.name,
      line,
      column,
      endLine: end.line,
      endColumn: end.column,
      message: remark.message,
      rule: remark.rule,
      suggestion: suggestion ?? null,
      snippet: snippet ?? null,
    };
  }
}
