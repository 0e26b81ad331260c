import { InvalidInput } from '@sonde/shared/errors.ts';
import type { NewSigmaRule, SigmaRuleBounds } from '../../../ports/threats/sigma-rules.ts';
import { SigmaProblem } from './problem.ts';
import { placed, readRule } from './read-rule.ts';
import { splitDocuments } from './split-documents.ts';

/** A request has so many rules at most. */
export const mostAtOnce = 10;

/** The bounds say what an account may have: all of it is tried on its rows. */
export const sigmaBounds: SigmaRuleBounds = { rules: 5_000, characters: 4_000_000, triedAlways: 50 };

/** Says which bound was passed. */
export const boundWords: Readonly<Record<keyof SigmaRuleBounds, string>> = {
  rules: `An account can have up to ${sigmaBounds.rules} Sigma rules.`,
  characters: `The Sigma rules of an account can have up to ${sigmaBounds.characters} characters in all.`,
  triedAlways: `An account can have up to ${sigmaBounds.triedAlways} Sigma rules that require neither a text of four characters in names or answers nor a rare record type: these are tried on every query.`,
};

/** Reads the documents of a text as rules to store. Throws InvalidInput, with line and column, for what is no rule. */
export function prepareRules(text: string): NewSigmaRule[] {
  const documents = splitDocuments(text);
  if (documents.length === 0) throw new InvalidInput('rules', 'The request contains no document.');
  if (documents.length > mostAtOnce)
    throw new InvalidInput('rules', `A request can have up to ${mostAtOnce} documents.`);
  const rules = documents.map(({ text: own, firstLine }) => prepareRule(own, firstLine));
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  if (ids.size < rules.length) throw new InvalidInput('rules', 'Two documents have the same id.');
  return rules;
}

function prepareRule(text: string, firstLine: number): NewSigmaRule {
  try {
    const { id, title, severity, techniques, condition, problem } = readRule(text);
    return {
      ruleId: id,
      title,
      severity,
      techniques,
      text,
      problem: problem === undefined ? null : { ...problem, field: problem.field ?? null },
      triedAlways: condition !== undefined && condition.needs === undefined,
    };
  } catch (error) {
    if (!(error instanceof SigmaProblem)) throw error;
    const { message, line, column } = placed(error);
    throw new InvalidInput('rules', `Line ${line + firstLine - 1}, column ${column}: ${message}`);
  }
}
