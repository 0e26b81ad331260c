import type { Scanner } from '../../ports/scanner.ts';
import { discoverPolicy, policyFor } from '../../protocols/mail/dmarc/discover-policy.ts';
import { isDmarcRecord } from '../../protocols/mail/dmarc/parse-record.ts';
import { type AskedReports, reportAuthorization } from '../../protocols/mail/dmarc/report-authorization.ts';
import { resolveForMail } from '../../protocols/mail/resolve-for-mail.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { PartBuilder } from '../part-builder.ts';
import type { DmarcResult, ReportAddress } from './dmarc-result.ts';
import { judgePolicy } from './judge-policy.ts';
import { judgeReports } from './judge-reports.ts';
import { judgeWalk } from './judge-walk.ts';

/** The DMARC scanner checks the DMARC policy of a domain (RFC 9989). */
export const dmarcScanner: Scanner<DmarcResult> = {
  id: 'dmarc',
  async scan(domain, ports) {
    const part = new PartBuilder('dmarc');
    const resolve = resolveForMail(ports.dns, domain);
    const [discovery, misplaced] = await Promise.all([
      discoverPolicy(domain, resolve),
      askSoundRecords(domain, 'TXT', ports, 'dmarc'),
    ]);
    const { applied, forSubdomains, walk, organizationalDomain = null } = discovery;
    const stray = misplaced.records.map(({ data }) => textOfRecord(data)).find(isDmarcRecord);
    judgeWalk(domain, discovery, stray, part);
    const base = {
      organizationalDomain,
      walk:
        discovery.unknown && walk.steps.length === 0
          ? null
          : walk.steps.map(({ domain: at, claims }) => ({
              domain: at,
              record: claims[0]?.slice(0, 500) ?? null,
            })),
    };
    if (applied === undefined) {
      const valid = discovery.unknown ? null : false;
      const details = discovery.unknown ? 'The records could not be looked up.' : 'There is no DMARC record.';
      return part.done({ ...nothing, ...base, valid, details });
    }

    const { record } = applied;
    const inherited = applied.domain !== domain;
    const subject = misplaced.exists === false ? 'nonexistent' : 'existing';
    const policy = policyFor(record, inherited ? subject : 'self') ?? null;
    const [aggregateReports, failureReports] = await Promise.all(
      (['rua', 'ruf'] as const).map((tag) =>
        Promise.all(
          record[tag].slice(0, mostAddresses).map((uri) =>
            reportAddress(
              {
                uri,
                tag,
                recordDomain: applied.domain,
                organizationalDomain: organizationalDomain ?? undefined,
              },
              resolve,
            ),
          ),
        ),
      ),
    );
    judgePolicy({ domain, applied, forSubdomains, organizationalDomain, policy }, part);
    judgeReports(record, { rua: aggregateReports!, ruf: failureReports! }, part);
    return part.done({
      ...base,
      valid: policy !== null,
      record: record.text.slice(0, 2_000),
      recordDomain: applied.domain,
      inherited,
      policy,
      subdomainPolicy:
        forSubdomains === undefined ? null : (policyFor(forSubdomains.record, 'existing') ?? null),
      nonexistentPolicy:
        forSubdomains === undefined ? null : (policyFor(forSubdomains.record, 'nonexistent') ?? null),
      testing: record.t,
      dkimAlignment: record.adkim === 's' ? 'strict' : 'relaxed',
      spfAlignment: record.aspf === 's' ? 'strict' : 'relaxed',
      aggregateReports: aggregateReports!,
      failureReports: failureReports!,
      details:
        policy === null
          ? 'The record has no valid policy: receivers leave it aside.'
          : `Policy ${policy}${record.t ? ' (test mode)' : ''}${inherited ? `, from ${applied.domain}` : ''}.`,
    });
  },
};

const nothing: Omit<DmarcResult, 'valid' | 'organizationalDomain' | 'walk' | 'details'> = {
  record: null,
  recordDomain: null,
  inherited: null,
  policy: null,
  subdomainPolicy: null,
  nonexistentPolicy: null,
  testing: null,
  dkimAlignment: null,
  spfAlignment: null,
  aggregateReports: null,
  failureReports: null,
};

/** Addresses beyond these are not asked about. */
const mostAddresses = 8;

async function reportAddress(
  asked: AskedReports,
  resolve: ReturnType<typeof resolveForMail>,
): Promise<ReportAddress> {
  const { authorization, instead = [] } = await reportAuthorization(asked, resolve);
  return {
    uri: asked.uri.text,
    authorization,
    instead: instead.slice(0, mostAddresses).map(({ text }) => text),
  };
}
