import { isAtOrBelow, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { labelsOf, nameOfLabels } from '@sonde/shared/dns/wire-name.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import type { DnsRecord } from '../../../ports/dns-record.ts';
import { targetOf } from './zone-cut.ts';

const maxAliases = 12;
const maxWireBytes = 255;

/** The aliases state the final target of the aliases in an answer, from a name on. */
export interface Aliases {
  /** The last name: the one that the rest of the answer is about. */
  readonly target: string;
  readonly count: number;
  readonly isLoop: boolean;
}

/** Follows CNAME and DNAME records (RFC 1034 section 3.6.2, RFC 6672) as far as they are in the answer. */
export function followAliases(records: readonly DnsRecord[], name: string, type: number): Aliases {
  const seen = new Set([name]);
  let target = name;
  for (;;) {
    const next = type === recordTypes.CNAME ? undefined : aliasOf(records, target);
    if (next === undefined) return { target, count: seen.size - 1, isLoop: false };
    if (seen.has(next) || seen.size > maxAliases) return { target, count: seen.size, isLoop: true };
    seen.add(next);
    target = next;
  }
}

function aliasOf(records: readonly DnsRecord[], name: string): string | undefined {
  const alias = records.find((record) => record.type === recordTypes.CNAME && record.name === name);
  if (alias !== undefined) return targetOf(alias)[0];
  const redirect = records.find((record) => record.type === recordTypes.DNAME && isBelow(name, record.name));
  const target = redirect && targetOf(redirect)[0];
  return redirect === undefined || target === undefined
    ? undefined
    : substituted(name, redirect.name, target);
}

/** The name with one of its ends in place of another; undefined if it grows too long. */
function substituted(name: string, owner: string, target: string): string | undefined {
  const own = labelsOf(name).slice(0, labelsOf(name).length - labelsOf(owner).length);
  const labels = [...own, ...labelsOf(target)];
  const bytes = labels.reduce((sum, label) => sum + label.length + 1, 1);
  return bytes > maxWireBytes ? undefined : nameOfLabels(labels);
}

/** Tells whether the answer settles what is asked of the name: has it, or says that there is none. */
export function settles(answer: DnsAnswer, name: string, type: number): boolean {
  if (
    answer.answer.some((record) => record.name === name && (record.type === type || type === recordTypes.ANY))
  ) {
    return true;
  }
  return answer.authority.some((record) => record.type === recordTypes.SOA && isAtOrBelow(name, record.name));
}
