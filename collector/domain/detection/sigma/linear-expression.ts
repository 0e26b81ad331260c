import { canBacktrack, longestBacktracked } from '@sonde/scanner/checks/tech/engine/can-backtrack.ts';
import { RE2JS } from 're2js';

export interface ExpressionFlags {
  readonly ignoresCase: boolean;
  /** `^` and `$` are the edges of lines. */
  readonly multiline?: boolean;
  /** `.` is also the end of a line. */
  readonly dotAll?: boolean;
}

/** The expressions of one rule, which are compiled while somebody waits: how many there may be yet, and how many repetitions. */
export class ExpressionAllowance {
  #expressions = 40;
  #repetitions = 2_000;

  /** Tells whether one more may be compiled; what is repeated a hundred times is a hundred times as long. */
  takes(source: string): boolean {
    this.#expressions--;
    for (const [, least = '0', most = '0'] of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
      this.#repetitions -= Math.max(Number(least), Number(most));
    return this.#expressions >= 0 && this.#repetitions >= 0;
  }
}

/**
 * Makes a regular expression that takes time in proportion to a text's length, whatever the text. Throws if it can't be: look-around
 * and references back have no linear time. It is compiled to be checked, and again when it is first tried.
 */
export function linearExpression(source: string, flags: ExpressionFlags): (text: string) => boolean {
  const { ignoresCase, multiline = false, dotAll = false } = flags;
  const bits =
    (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (multiline ? RE2JS.MULTILINE : 0) |
    (dotAll ? RE2JS.DOTALL : 0);
  RE2JS.compile(source, bits);
  const short =
    !multiline && !dotAll && canBacktrack(source) ? new RegExp(source, ignoresCase ? 'i' : '') : undefined;
  let compiled: RE2JS | undefined;
  return (text) => {
    if (short !== undefined && text.length <= longestBacktracked) return short.test(text);
    compiled ??= RE2JS.compile(source, bits);
    return compiled.matcher(text).find();
  };
}
