import type { CaaVerdict } from './caa-result.ts';
import { parseIssueValue } from './issue-value.ts';
import { type CaaProperty, isCritical } from './parse-caa.ts';

/** The known tags are the registered tags (https://www.iana.org/assignments/pkix-parameters, CAA properties). */
export const knownTags: ReadonlySet<string> = new Set([
  'issue',
  'issuewild',
  'iodef',
  'contactemail',
  'contactphone',
  'issuevmc',
  'issuemail',
]);

export function hasUnknownCritical(properties: readonly CaaProperty[]): boolean {
  return properties.some((property) => isCritical(property) && !knownTags.has(property.tag));
}

/** Decides which authorities may issue for a name, or for a wildcard over it (RFC 8659 sections 4.1 to 4.3). */
export function decideIssuance(properties: readonly CaaProperty[], wildcard: boolean): CaaVerdict {
  if (hasUnknownCritical(properties)) return { permits: 'nobody', issuers: [] };
  const tagged = (tag: string) => properties.filter((property) => property.tag === tag);
  const wild = tagged('issuewild');
  const relevant = wildcard && wild.length > 0 ? wild : tagged('issue');
  if (relevant.length === 0) return { permits: 'anyone', issuers: [] };
  const issuers = relevant.flatMap(({ value }) => parseIssueValue(value).issuer ?? []);
  return { permits: issuers.length === 0 ? 'nobody' : 'listed', issuers };
}
