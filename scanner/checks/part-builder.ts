import type { Finding, ScanError } from '../ports/finding.ts';
import type { ScanPart } from '../ports/scanner.ts';
import type { AskedRecords } from './ask-records.ts';

type Severity = NonNullable<Finding['severity']>;
type More = Pick<Finding, 'advice' | 'evidence'>;

/** A part builder gathers the findings of a scanner, in its order. */
export class PartBuilder {
  readonly #source: string;
  readonly #findings: Finding[] = [];
  readonly #errors: ScanError[] = [];

  /** `source`: the scanner's id. */
  constructor(source: string) {
    this.#source = source;
  }

  pass(code: string, message: string, rule: string): void {
    this.#findings.push({ code, status: 'pass', message, rule });
  }

  info(code: string, message: string, rule: string, more: More = {}): void {
    this.#findings.push({ code, status: 'info', message, rule, ...more });
  }

  unknown(code: string, message: string, rule: string): void {
    this.#findings.push({ code, status: 'unknown', message, rule });
  }

  warning(severity: Severity, code: string, message: string, rule: string, more: More = {}): void {
    this.#findings.push({ code, status: 'warning', severity, message, rule, ...more });
  }

  fail(severity: Severity, code: string, message: string, rule: string, more: More = {}): void {
    this.#findings.push({ code, status: 'fail', severity, message, rule, ...more });
  }

  error(code: string, message: string): void {
    this.#errors.push({ source: this.#source, code, message });
  }

  /** Takes over the errors of answers. */
  asked(...answers: readonly AskedRecords[]): void {
    this.#errors.push(...answers.flatMap(({ error }) => error ?? []));
  }

  done<Result>(result: Result): ScanPart<Result> {
    return { result, findings: this.#findings, errors: this.#errors };
  }
}
