import type { DriftChange, DriftRecordSet } from './drift.ts';
import { isMeaningful, recordMeaning } from './record-meaning.ts';

const severities: Readonly<Record<string, DriftChange['severity']>> = {
  NS: 'high',
  DS: 'high',
  DNSKEY: 'medium',
  MX: 'high',
  CAA: 'medium',
  CNAME: 'medium',
  DNAME: 'medium',
  A: 'medium',
  AAAA: 'medium',
  TLSA: 'medium',
  HTTPS: 'low',
  SVCB: 'low',
  TXT: 'low',
  SOA: 'info',
};
/** Texts that policies stand in. */
const policy = /^"?v=(?:spf1|dmarc1|dkim1|stsv1|tlsrptv1|bimi1)\b/i;
const mostText = 4_096;

/** Sets that could be asked for both times and differ in meaning. */
export function changedRecords(
  before: readonly DriftRecordSet[],
  after: readonly DriftRecordSet[],
): DriftChange[] {
  const old = byKey(before);
  const now = byKey(after);
  const keys = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [name = '', type = ''] = key.split(' ');
    if (!isMeaningful(type)) return [];
    return compare(name, type, old.get(key)?.values, now.get(key)?.values);
  });
}

function byKey(sets: readonly DriftRecordSet[]): Map<string, DriftRecordSet> {
  return new Map(sets.map((set) => [`${set.name.toLowerCase()} ${set.type}`, set]));
}

/** `undefined` stands for no records, null for no answer. */
function compare(
  name: string,
  type: string,
  before: readonly string[] | null | undefined,
  after: readonly string[] | null | undefined,
): DriftChange[] {
  if (before === null || after === null) return [];
  const old = new Set((before ?? []).map((value) => recordMeaning(type, value)));
  const now = new Set((after ?? []).map((value) => recordMeaning(type, value)));
  const gone = [...old].filter((value) => !now.has(value)).toSorted();
  const come = [...now].filter((value) => !old.has(value)).toSorted();
  if (gone.length === 0 && come.length === 0) return [];
  const isPolicy = type === 'TXT' && [...gone, ...come].some((value) => policy.test(value));
  return [
    {
      kind: old.size === 0 ? 'added' : now.size === 0 ? 'removed' : 'changed',
      about: 'record',
      subject: name,
      recordType: type,
      oldValue: told(gone),
      newValue: told(come),
      severity: isPolicy ? 'medium' : (severities[type] ?? 'low'),
      message: sentence(name, type, gone.length, come.length),
    },
  ];
}

function told(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join('\n').slice(0, mostText);
}

function sentence(name: string, type: string, gone: number, come: number): string {
  const parts = [come > 0 ? `${come} came` : '', gone > 0 ? `${gone} went` : ''].filter(Boolean);
  return `${type} of ${name} changed: ${parts.join(' and ')}.`;
}
