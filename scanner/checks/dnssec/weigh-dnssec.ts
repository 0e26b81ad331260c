import type { Finding } from '../../ports/finding.ts';
import type { DnssecResult } from './dnssec-result.ts';

/** The checks that an audit of DNSSEC is made of: the chain and the keys, every server's signing, the zone's digest. */
export const dnssecChecks = ['dnssec', 'multi-signer', 'zonemd'] as const;

/**
 * The DNSSEC verdicts sum up an audit. `unsigned`: no record vouches for the zone. `sound`: validates, and nothing is
 * wrong. `unknown`: could not be found out.
 */
export const dnssecVerdicts = ['sound', 'improvable', 'weak', 'broken', 'unsigned', 'unknown'] as const;

export interface DnssecWeight {
  readonly verdict: (typeof dnssecVerdicts)[number];
  /** 0 to 100; null if the verdict is `unknown`. */
  readonly score: number | null;
}

/** What a finding takes off the score; a broken chain leaves nothing. */
const costs = { critical: 60, high: 30, medium: 12, low: 4 } as const;

/** Weighs what the checks of an audit found, taken together. `result` is that of the chain; undefined if it has none. */
export function weighDnssec(
  result: Pick<DnssecResult, 'status' | 'valid'> | undefined,
  findings: readonly Finding[],
): DnssecWeight {
  const verdict = verdictOf(result, findings);
  return { verdict, score: scoreOf(verdict, findings) };
}

function verdictOf(
  result: Pick<DnssecResult, 'status' | 'valid'> | undefined,
  findings: readonly Finding[],
): DnssecWeight['verdict'] {
  if (result === undefined || result.status === null || result.valid === null) return 'unknown';
  if (result.status === 'bogus' || findings.some(({ severity }) => severity === 'critical')) return 'broken';
  if (result.status === 'insecure') return 'unsigned';
  if (findings.some(({ severity }) => severity === 'high')) return 'weak';
  return findings.some(({ status }) => status === 'fail' || status === 'warning') ? 'improvable' : 'sound';
}

function scoreOf(verdict: DnssecWeight['verdict'], findings: readonly Finding[]): number | null {
  if (verdict === 'unknown') return null;
  if (verdict === 'unsigned' || verdict === 'broken') return 0;
  const lost = findings.reduce(
    (sum, { severity }) => sum + (severity === undefined ? 0 : costs[severity]),
    0,
  );
  return Math.max(1, 100 - lost);
}
