import { caaScanner } from '@sonde/scanner/checks/caa/scan-caa.ts';
import type { ScanPorts } from '@sonde/scanner/ports/scanner.ts';
import { judgeIssuer } from '@sonde/scanner/protocols/caa/judge-issuer.ts';
import type { Json } from '@sonde/shared/documents/canonical-json.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { PassiveDns } from '../../../../ports/traffic/passive-dns.ts';
import type {
  CertificateVerdict,
  WatchedCertificate,
  WatchedPast,
} from '../../../../ports/transparency/watched-certificates.ts';

/**
 * A life of at most this many seconds is short: certificates of a week need no revocation (Baseline Requirements,
 * 4.9.7).
 */
export const shortLifeSeconds = 10 * 86_400;
const mostNamesShown = 20;
const mostRecords = 2_000;

export interface OwnFacts {
  readonly past: WatchedPast;
  /** Whether CAA lets this authority issue; null if either is not known. */
  readonly isPermitted: boolean | null;
  /** Authorities that CAA permits; null if it restricts nobody or is not known. */
  readonly permitted: readonly string[] | null;
  /** Names of it that queries asked for and that had answers. */
  readonly seenNames: ReadonlySet<string>;
}

const severityOf: Readonly<Record<string, Severity>> = {
  not_in_caa: 'high',
  new_issuer: 'medium',
  unknown_names: 'low',
  first_wildcard: 'low',
  short_life: 'info',
};
const order: readonly Severity[] = ['high', 'medium', 'low', 'info'];

/** Judges what is unusual about a certificate for a watched domain. Without a past nothing but CAA tells. */
export function judgeOwn({ certificate, watched }: WatchedCertificate, facts: OwnFacts): CertificateVerdict {
  const { past, isPermitted, permitted, seenNames } = facts;
  const hasPast = past.certificates > 0;
  const own = certificate.names.filter((name) => name === watched || name.endsWith(`.${watched}`));
  const known = new Set(past.knownNames);
  const unknown = own.filter((name) => !name.startsWith('*.') && !known.has(name) && !seenNames.has(name));
  const seconds = (certificate.notAfter.getTime() - certificate.notBefore.getTime()) / 1_000;
  const reasons: string[] = [];
  if (isPermitted === false) reasons.push('not_in_caa');
  if (hasPast && past.sameOrganization === 0) reasons.push('new_issuer');
  if (hasPast && unknown.length > 0) reasons.push('unknown_names');
  if (hasPast && past.wildcards === 0 && own.some((name) => name.startsWith('*.')))
    reasons.push('first_wildcard');
  if (hasPast && past.shortLived === 0 && seconds <= shortLifeSeconds) reasons.push('short_life');
  const severities = reasons.map((reason) => severityOf[reason]!);
  const details: { [key: string]: Json } = {
    earlier_certificates: past.certificates,
    issuer_permitted_by_caa: isPermitted,
    caa_permits: permitted === null ? null : [...permitted],
    unknown_names: unknown.slice(0, mostNamesShown),
    life_days: Math.round(seconds / 8_640) / 10,
  };
  return { reasons, severity: order.find((one) => severities.includes(one)) ?? 'info', details };
}

/** Gathers the facts that the judgement rests on. Never rejects for what the network does. */
export async function ownFacts(
  match: WatchedCertificate,
  past: WatchedPast,
  locationIds: readonly number[],
  { network, passiveDns }: { readonly network: ScanPorts; readonly passiveDns: Pick<PassiveDns, 'byName'> },
): Promise<OwnFacts> {
  const { certificate, name } = match;
  const domain = name.startsWith('*.') ? name.slice(2) : name;
  const [{ result: caa }, records] = await Promise.all([
    caaScanner.scan(domain, network),
    passiveDns.byName(match.watched, { locationIds, below: true, limit: mostRecords }),
  ]);
  const { permitted } = judgeIssuer(domain, caa, {
    issuer: certificate.issuer,
    dnsNames: [...certificate.names],
  });
  const verdict = name.startsWith('*.') ? caa.wildcardIssuance : caa.issuance;
  return {
    past,
    isPermitted: permitted,
    permitted: verdict.permits === 'listed' ? (verdict.issuers ?? []).map(({ domain }) => domain) : null,
    seenNames: new Set(records.map((record) => record.name)),
  };
}
