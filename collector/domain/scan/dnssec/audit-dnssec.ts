import type { Finding, ScanError } from '../../../ports/scans/finding.ts';
import type { MultiSignerResult } from '../multi-signer/multi-signer-result.ts';
import { multiSignerScanner } from '../multi-signer/scan-multi-signer.ts';
import type { ScanPorts } from '../scanner.ts';
import { zonemdScanner } from '../zonemd/scan-zonemd.ts';
import type { ZonemdResult } from '../zonemd/zonemd-result.ts';
import type { DnssecResult } from './dnssec-result.ts';
import { dnssecScanner } from './scan-dnssec.ts';

/** All that can be said of a domain's DNSSEC. */
export interface DnssecAudit {
  readonly domain: string;
  /** `unsigned`: nobody vouches for it. `sound`: validates, and nothing is wrong. `unknown`: could not be found out. */
  readonly verdict: 'sound' | 'improvable' | 'weak' | 'broken' | 'unsigned' | 'unknown';
  /** 0 to 100; null where the verdict is `unknown`. */
  readonly score: number | null;
  readonly summary: string;
  readonly dnssec: DnssecResult;
  readonly multiSigner: MultiSignerResult;
  readonly zonemd: ZonemdResult;
  /** Failures first. */
  readonly findings: readonly Finding[];
  readonly errors: readonly ScanError[];
}

/** What a finding takes off the score; a broken chain leaves nothing. */
const costs = { critical: 60, high: 30, medium: 12, low: 4 } as const;
const order: readonly Finding['status'][] = ['fail', 'warning', 'unknown', 'info', 'pass'];

/** The chain, the keys, every server's signing, and the zone's digest, weighed. */
export async function auditDnssec(domain: string, ports: ScanPorts): Promise<DnssecAudit> {
  const [dnssec, multiSigner, zonemd] = await Promise.all([
    dnssecScanner.scan(domain, ports),
    multiSignerScanner.scan(domain, ports),
    zonemdScanner.scan(domain, ports),
  ]);
  const parts = [dnssec, multiSigner, zonemd];
  const findings = parts
    .flatMap((part) => part.findings)
    .toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const verdict = verdictOf(dnssec.result, findings);
  return {
    domain,
    verdict,
    score: scoreOf(verdict, findings),
    summary: dnssec.result.details,
    dnssec: dnssec.result,
    multiSigner: multiSigner.result,
    zonemd: zonemd.result,
    findings,
    errors: parts.flatMap((part) => part.errors),
  };
}

function verdictOf({ status, valid }: DnssecResult, findings: readonly Finding[]): DnssecAudit['verdict'] {
  if (status === null || valid === null) return 'unknown';
  if (status === 'bogus' || findings.some(({ severity }) => severity === 'critical')) return 'broken';
  if (status === 'insecure') return 'unsigned';
  if (findings.some(({ severity }) => severity === 'high')) return 'weak';
  return findings.some(({ status: one }) => one === 'fail' || one === 'warning') ? 'improvable' : 'sound';
}

function scoreOf(verdict: DnssecAudit['verdict'], findings: readonly Finding[]): number | null {
  if (verdict === 'unknown') return null;
  if (verdict === 'unsigned' || verdict === 'broken') return 0;
  const lost = findings.reduce(
    (sum, { severity }) => sum + (severity === undefined ? 0 : costs[severity]),
    0,
  );
  return Math.max(1, 100 - lost);
}
