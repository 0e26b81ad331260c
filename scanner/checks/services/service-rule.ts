import { mailSenders } from './mail-senders.ts';
import type { RuleSource } from './rule-source.ts';
import type { VerifiedService } from './services-result.ts';
import { type TxtPattern, txtPatterns } from './txt-patterns.ts';

/** Finds the pattern that recognises a whole TXT record. */
export function patternOf(record: string): TxtPattern | undefined {
  const trimmed = record.trim();
  return txtPatterns.find(({ pattern }) => pattern.test(trimmed));
}

/** Finds the source of the rule that told of a service; undefined if the rule is there no more. */
export function sourceOf({
  provider,
  kind,
  record,
}: Pick<VerifiedService, 'provider' | 'kind' | 'record'>): RuleSource | undefined {
  const found =
    kind === 'mail_sender'
      ? mailSenders.find((sender) => sender.provider === provider)
      : [patternOf(record)].find((pattern) => pattern?.provider === provider);
  return found && { source: found.source, confirmed: found.confirmed, terms: found.terms };
}
