import type { Severity } from '@sonde/shared/schemas/severity.ts';

/**
 * A change weight states how severe a change of a domain's records is, and whether it is about the owner of the domain
 * or about who may write in its name.
 */
export interface ChangeWeight {
  readonly severity: Severity;
  readonly isOwnership: boolean;
  /** The meaning of the change, if it is more than that records came and went. */
  readonly meaning?: string;
}

type Values = readonly string[];

/** Weighs a change; `key` as in `WatchedSets`; values in their normal form. */
export function weighChange(key: string, oldValues: Values, newValues: Values): ChangeWeight {
  switch (key) {
    case 'NS':
      return replaced(oldValues, newValues)
        ? owned('critical', 'all name servers are others')
        : owned('high');
    case 'DS':
      if (newValues.length === 0) return owned('high', 'the domain is no longer signed');
      return oldValues.length === 0 ? owned('info', 'the domain is signed') : owned('high');
    case 'MX':
      if (newValues.length === 0) return owned('medium', 'no mail server is named any more');
      return oldValues.length > 0 && replaced(hosts(oldValues), hosts(newValues))
        ? owned('high', 'all mail servers are others')
        : owned('medium');
    case 'TXT':
      return weighSpf(
        policyOf(oldValues, /^"?v=spf1(?:\s|"|$)/i),
        policyOf(newValues, /^"?v=spf1(?:\s|"|$)/i),
      );
    case '_dmarc TXT':
      return weighDmarc(policyOf(oldValues, /^"?v=dmarc1\b/i), policyOf(newValues, /^"?v=dmarc1\b/i));
    case 'CAA':
      return newValues.length === 0
        ? { severity: 'medium', isOwnership: false, meaning: 'any authority may issue certificates' }
        : { severity: 'low', isOwnership: false };
    case 'registrar':
      return owned('critical', 'another registrar looks after the domain');
    default:
      return { severity: replaced(oldValues, newValues) ? 'low' : 'info', isOwnership: false };
  }
}

function owned(severity: Severity, meaning?: string): ChangeWeight {
  return { severity, isOwnership: true, ...(meaning === undefined ? {} : { meaning }) };
}

function replaced(oldValues: Values, newValues: Values): boolean {
  const now = new Set(newValues);
  return oldValues.length > 0 && oldValues.every((value) => !now.has(value));
}

function hosts(values: Values): string[] {
  return values.map((value) => value.replace(/^\d+ /, ''));
}

function policyOf(values: Values, pattern: RegExp): string | undefined {
  return values
    .find((value) => pattern.test(value))
    ?.replaceAll('"', '')
    .toLowerCase();
}

/** `-all` fails, `~all` marks, `?all` and none say nothing, `+all` lets everybody (RFC 7208 section 4.6.2). */
function strengthOfSpf(record: string): number {
  const all = /(?:^|\s)([-~?+]?)all(?=\s|$)/.exec(record)?.[1];
  if (all === undefined) return /\sredirect=/.test(record) ? 3 : 1;
  return { '-': 3, '~': 2, '?': 1, '+': 0, '': 0 }[all] ?? 1;
}

function weighSpf(before: string | undefined, after: string | undefined): ChangeWeight {
  if (before === after) return { severity: 'info', isOwnership: false };
  if (after === undefined) return owned('high', 'the SPF policy is gone');
  const now = strengthOfSpf(after);
  if (now === 0 && (before === undefined || strengthOfSpf(before) > 0))
    return owned('critical', 'SPF lets everybody send mail in its name');
  if (before === undefined)
    return { severity: 'info', isOwnership: false, meaning: 'there is an SPF policy' };
  if (now < strengthOfSpf(before)) return owned('medium', 'the SPF policy is weaker');
  const senders = (record: string) =>
    new Set(
      record
        .split(/\s+/)
        .filter((term) => /^(?:\+?(?:include|ip4|ip6|a|mx|exists|ptr)\b|redirect=)/.test(term)),
    );
  const known = senders(before);
  return [...senders(after)].some((sender) => !known.has(sender))
    ? owned('low', 'SPF lets more senders send mail in its name')
    : { severity: 'info', isOwnership: false };
}

/** RFC 7489 section 6.3; `pct` and `sp` weaken a policy as well. */
function strengthOfDmarc(record: string): number {
  const tags = new Map(
    record.split(';').map((tag) => {
      const [name = '', value = ''] = tag.split('=', 2).map((part) => part.trim());
      return [name, value];
    }),
  );
  const strength = (policy: string | undefined) => ({ reject: 2, quarantine: 1 })[policy ?? ''] ?? 0;
  const policy = strength(tags.get('p'));
  const percent = Number.parseInt(tags.get('pct') ?? '100', 10);
  const below = tags.has('sp') ? Math.min(policy, strength(tags.get('sp'))) : policy;
  return policy * 1_000 + below * 300 + Math.min(100, Math.max(0, Number.isNaN(percent) ? 100 : percent));
}

function weighDmarc(before: string | undefined, after: string | undefined): ChangeWeight {
  if (before === after) return { severity: 'info', isOwnership: false };
  if (before === undefined)
    return { severity: 'info', isOwnership: false, meaning: 'there is a DMARC policy' };
  if (after === undefined) return owned('high', 'the DMARC policy is gone');
  const [was, is] = [strengthOfDmarc(before), strengthOfDmarc(after)];
  if (is >= was) return { severity: 'info', isOwnership: false };
  return owned(was - is >= 1_000 ? 'high' : 'medium', 'the DMARC policy is weaker');
}
