import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneTree } from './zone-tree.ts';

/** Octets of all TXT records of a name with SPF, beyond which answers get too large (RFC 7208 section 3.4). */
const longestPolicy = 450;

/** Judges the policies in TXT records as they stand in the zone: one of a kind, and none in records of type SPF. */
export function judgeTexts(tree: ZoneTree, findings: ZoneFindings): void {
  for (const { name, sets } of tree.nodes) {
    const texts = (sets.get(recordTypes.TXT) ?? []).map((record) => ({ record, text: textOf(record) }));
    const policies = texts.filter(({ text }) => /^v=spf1(?: |$)/i.test(text));
    const [spf] = sets.get(recordTypes.SPF) ?? [];
    if (spf !== undefined) {
      const rest = policies.length === 0 ? ', and no TXT record with the policy' : '';
      findings.add('spf_type', spf, `${name} has a record of type SPF, which nobody reads any more${rest}.`);
    }
    if (policies.length > 1) {
      const what = `${name} has ${policies.length} SPF policies: receivers take none of them.`;
      findings.add('spf_again', policies[1]!.record, what);
    }
    const [policy] = policies;
    if (policy !== undefined) {
      if (policy.record.data.length > longestPolicy) {
        const what = `The SPF policy of ${name} has ${policy.text.length} octets.`;
        findings.add('spf_long', policy.record, what);
      }
      judgeSeams(policy.record, findings);
    }
    const reports = texts.filter(({ text }) => /^v=DMARC1\s*(?:;|$)/i.test(text));
    if (name.startsWith('_dmarc.') && reports.length > 1) {
      const what = `${name} has ${reports.length} DMARC policies: receivers take none of them.`;
      findings.add('dmarc_again', reports[1]!.record, what);
    }
  }
}

/** Strings are put together without a blank: "ip4:192.0.2.1" "-all" becomes one word. */
function judgeSeams(record: ZoneRecord, findings: ZoneFindings): void {
  const parts = stringsOf(record);
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index]!;
    if (before.endsWith(' ') || part.startsWith(' ') || before.length === 255) continue;
    const what = `The strings of the policy of ${record.name} are put together without a blank between "${before.slice(-20)}" and "${part.slice(0, 20)}".`;
    findings.add('text_split', record, what);
    return;
  }
}

function textOf(record: ZoneRecord): string {
  return stringsOf(record).join('');
}

function stringsOf({ data }: ZoneRecord): string[] {
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += 1 + data[at]!)
    parts.push(data.toString('latin1', at + 1, at + 1 + data[at]!));
  return parts;
}
