import { type FoundRecord, policyTags } from '../../protocols/mail/dmarc/discover-policy.ts';
import {
  type DmarcPolicy,
  type DmarcRecord,
  dmarcPolicies,
} from '../../protocols/mail/dmarc/parse-record.ts';
import type { PartBuilder } from '../part-builder.ts';

const format = 'RFC 9989 section 4.7';
const discovery = 'RFC 9989 section 4.10.1';

export interface PolicySituation {
  readonly domain: string;
  readonly applied: FoundRecord;
  readonly forSubdomains: FoundRecord | undefined;
  readonly organizationalDomain: string | null;
  /** Of the record, for the domain; null if it has none that counts. */
  readonly policy: DmarcPolicy | null;
}

/** Judges the policy that the record asks for. */
export function judgePolicy(situation: PolicySituation, part: PartBuilder): void {
  const { domain, applied, policy } = situation;
  const { record } = applied;
  for (const { code, message, rule } of record.problems.slice(0, 10)) {
    if (code === 'removed_tag' || code === 'unknown_tag')
      part.info(code, message, rule, { advice: 'Remove it.' });
    else
      part.warning('low', code, message, rule, {
        advice: 'Correct it.',
        evidence: record.text.slice(0, 300),
      });
  }
  if (applied.domain !== domain)
    part.info(
      'inherited',
      `${domain} has no record of its own: that of ${applied.domain} counts.`,
      discovery,
    );
  judgeValidity(record, part);
  if (policy !== null) judgeStrength(policy, record, domain, part);
  judgeSubdomains(situation, part);
  if (record.psd === 'y' && applied.domain === domain)
    part.info(
      'psd',
      `psd=y says that ${domain} is a public suffix: each name below it is an organization.`,
      format,
      {
        advice: 'Remove psd=y unless others register names below it.',
      },
    );
}

function judgeValidity(record: DmarcRecord, part: PartBuilder): void {
  const { p, sp, np } = record;
  if (p && sp !== null && np !== null) return;
  const what = p === undefined ? 'The record has no p=' : 'A policy of the record is none that there is';
  if (policyTags(record) === undefined)
    part.fail(
      'high',
      'no_policy',
      `${what}, nor an address for reports: receivers leave it aside.`,
      discovery,
      {
        advice: 'Add p=none, p=quarantine or p=reject.',
        evidence: record.text.slice(0, 300),
      },
    );
  else
    part.warning('medium', 'no_policy', `${what}: receivers take it for p=none.`, discovery, {
      advice: 'Add p=none, p=quarantine or p=reject.',
      evidence: record.text.slice(0, 300),
    });
}

function judgeStrength(policy: DmarcPolicy, record: DmarcRecord, domain: string, part: PartBuilder): void {
  if (record.t)
    part.warning('low', 'test_mode', 't=y: receivers apply the policy one step weaker.', format, {
      advice: 'Remove t=y once reports look right.',
    });
  if (policy === 'none')
    part.warning(
      'medium',
      'policy_none',
      `Mail in the name of ${domain} that fails is delivered all the same (policy none).`,
      format,
      {
        advice: 'Move to p=quarantine or p=reject once reports look right.',
      },
    );
  else if (policy === 'quarantine')
    part.pass('policy_quarantine', `Mail in the name of ${domain} that fails is put aside.`, format);
  else part.pass('policy_reject', `Mail in the name of ${domain} that fails is refused.`, format);
}

function judgeSubdomains(
  { domain, applied, forSubdomains, organizationalDomain }: PolicySituation,
  part: PartBuilder,
): void {
  const { record } = applied;
  if (applied.domain === domain && organizationalDomain !== null && organizationalDomain !== domain) {
    if (record.sp !== undefined || record.np !== undefined)
      part.info(
        'subdomain_policy_ignored',
        `sp= and np= do nothing here: for names below, the record of ${organizationalDomain} counts.`,
        format,
        {
          advice: 'Remove them.',
        },
      );
    return;
  }
  const tags = forSubdomains === undefined ? undefined : policyTags(forSubdomains.record);
  if (tags === undefined) return;
  const { p, sp = p, np } = tags;
  if (strength(sp) < strength(p))
    part.warning(
      'medium',
      'weaker_sp',
      `Subdomains are less protected (sp=${sp}) than the domain (p=${p}).`,
      format,
      {
        advice: 'Raise sp, or remove it.',
      },
    );
  // Where np= is left out it follows sp=, of which the same was said.
  if (np !== undefined && (strength(np) < strength(sp) || strength(np) < strength(p)))
    part.warning(
      'medium',
      'weaker_np',
      `Subdomains that don't exist are less protected (np=${np}) than those that do.`,
      format,
      {
        advice: 'Set np=reject: no mail comes from names that do not exist.',
      },
    );
}

function strength(policy: DmarcPolicy): number {
  return dmarcPolicies.indexOf(policy);
}
