import { join } from 'node:path';
import { judgeConfiguration } from '../../../scanner/configuration/judge-configuration.ts';
import { ask, type Checker } from './checkers.ts';
import { mutateConfiguration } from './mutate-configuration.ts';

/** A case is a text that both are asked about, and what was changed in it. */
export interface Case {
  readonly text: string;
  readonly change: string;
}

/** Makes mutants of a text, the same for the same numbers. */
export function mutantsOf(text: string, count: number, from: number): Case[] {
  // Of an example that is all comments nothing can be changed.
  if (!/^\s*[^\s#]/m.test(text)) return [];
  return Array.from({ length: count }, (_, index) => mutateConfiguration(text, from + index));
}

/** Compares our verdicts with those of a checker, and tells of each that differs. */
export async function compareAll(checker: Checker, cases: readonly Case[], directory: string) {
  const differences: string[] = [];
  let refused = 0;
  for (const { text, change } of cases) {
    const { accepted, said } = await ask(checker, text, join(directory, checker.serverType));
    if (!accepted) refused++;
    const files = [{ name: checker.file, content: Buffer.from(text) }];
    const { serverType, version } = checker;
    const { valid, findings } = judgeConfiguration({ files, serverType, version });
    if (valid === accepted) continue;
    const ours = findings
      .filter((finding) => finding.refused)
      .map(({ line, message }) => `${line}: ${message}`);
    const theirs = said.split('\n').slice(-3).join(' / ').slice(-300);
    differences.push(
      `${checker.serverType} ${change}\n  ${accepted ? `we: ${ours.join(' ')}` : `they: ${theirs}`}`,
    );
  }
  return { agreed: cases.length - differences.length, refused, differences };
}
