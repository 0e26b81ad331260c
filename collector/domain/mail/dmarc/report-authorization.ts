import type { MailResolve } from '../mail-resolve.ts';
import { isDmarcRecord } from './parse-record.ts';
import type { ReportUri } from './report-uri.ts';
import { organizationalDomainOf, treeWalk } from './tree-walk.ts';

export type ReportAuthorization = 'own' | 'authorized' | 'not_authorized' | 'unknown' | 'not_mailto';

/**
 * Whether reports about a domain may go to an address: it is of the same organization, or its domain says so at
 * `<policy domain>._report._dmarc` (RFC 9990 section 4), which a wildcard may answer. Never rejects.
 */
export async function reportAuthorization(
  uri: ReportUri,
  recordDomain: string,
  organizationalDomain: string | undefined,
  resolve: MailResolve,
): Promise<ReportAuthorization> {
  const host = uri.mailDomain;
  if (host === undefined) return 'not_mailto';
  if (host === recordDomain || host === organizationalDomain) return 'own';
  if (organizationalDomain !== undefined && host.endsWith(`.${organizationalDomain}`)) {
    const { steps, failedAt } = await treeWalk(host, resolve);
    if (failedAt !== undefined) return 'unknown';
    if (organizationalDomainOf(host, steps) === organizationalDomain) return 'own';
  }
  const answer = await resolve(`${recordDomain}._report._dmarc.${host}`, 'TXT');
  if (answer.status === 'error') return 'unknown';
  return answer.status === 'found' && answer.values.some(isDmarcRecord) ? 'authorized' : 'not_authorized';
}
