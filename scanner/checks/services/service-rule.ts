import { aliasZones } from './alias-zones.ts';
import { mailSenders } from './mail-senders.ts';
import type { RuleSource } from './rule-source.ts';
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
}: {
  readonly provider: string;
  readonly kind: 'verification' | 'mail_sender' | 'dangling';
  readonly record: string;
}): RuleSource | undefined {
  const rules = {
    verification: () => [patternOf(record) ?? []].flat(),
    mail_sender: () => mailSenders,
    dangling: () => aliasZones,
  };
  const found = rules[kind]().find((rule) => rule.provider === provider);
  return found && { source: found.source, confirmed: found.confirmed, terms: found.terms };
}
