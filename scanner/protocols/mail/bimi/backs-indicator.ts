import { type PolicyDiscovery, policyFor } from '../dmarc/discover-policy.ts';
import type { DmarcRecord } from '../dmarc/parse-record.ts';
import { parseTagList, tagValue } from '../tag-list.ts';

/**
 * Tells whether DMARC backs a domain's brand indicator (draft-brand-indicators-for-message-identification section 7.1,
 * steps 7 to 9): neither the record of the domain nor that of its organization says none, be it for subdomains, or
 * quarantines only a part. Null if the records could not be looked up.
 */
export function backsIndicator({ applied, forSubdomains, unknown }: PolicyDiscovery): boolean | null {
  if (unknown) return null;
  const records = [applied, forSubdomains].flatMap((found) => found?.record ?? []);
  return records.length > 0 && records.every(isEnforced);
}

function isEnforced(record: DmarcRecord): boolean {
  const policy = policyFor(record, 'self');
  if (policy !== 'quarantine' && policy !== 'reject') return false;
  if (record.sp === 'none') return false;
  // The tag is gone with RFC 9989, but not from the draft.
  const share = tagValue(parseTagList(record.text).tags, 'pct');
  return record.p !== 'quarantine' || share === undefined || share === '100';
}
