import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';

export interface OverviewRow {
  readonly label: string;
  readonly status: 'pass' | 'fail' | 'warning' | 'unknown';
  readonly text: string;
}

/** Lists the checks that were made, each in a row: its state by its worst finding, and its own words. */
export function overviewRows(scan: DomainScanAnswer): OverviewRow[] {
  const told: Readonly<Record<string, string | null>> = {
    dnssec: scan.dnssec_details,
    spf: scan.spf_details,
    dkim: scan.dkim_details,
    dmarc: scan.dmarc_details,
    'mta-sts': scan.mta_sts_details,
    smtp: scan.smtp_details,
    tls: scan.ssl_details,
  };
  return Object.keys(scan.checks).map((check) => {
    const findings = scan.findings.filter((finding) => finding.check === check);
    return {
      label: check,
      status: statusOf(scan, check, findings),
      text:
        firstSentence(told[check] ?? ownWords(scan, check) ?? findings[0]?.message) ?? notAsked(scan, check),
    };
  });
}

/** Tells whether a check has nothing to say of the domain but that something which it asked gave no answer. */
export function saysNothing({ checks, findings, errors }: DomainScanAnswer, check: string): boolean {
  if (checks[check]?.result === null) return true;
  const isUntold = findings.every((finding) => finding.check !== check || finding.status === 'unknown');
  return isUntold && errors.some(({ source }) => source === check);
}

function statusOf(
  scan: DomainScanAnswer,
  check: string,
  findings: DomainScanAnswer['findings'],
): OverviewRow['status'] {
  if (findings.some(({ status }) => status === 'fail')) return 'fail';
  if (findings.some(({ status }) => status === 'warning')) return 'warning';
  return saysNothing(scan, check) || findings.some(({ status }) => status === 'unknown') ? 'unknown' : 'pass';
}

function ownWords({ checks }: DomainScanAnswer, check: string): string | undefined {
  const result = checks[check]?.result;
  if (typeof result !== 'object' || result === null || !('details' in result)) return undefined;
  return typeof result.details === 'string' && result.details !== '' ? result.details : undefined;
}

function notAsked({ checks, errors }: DomainScanAnswer, check: string): string {
  const reason = errors.find(({ source }) => source === check)?.message;
  return reason ?? (checks[check]?.result === null ? 'no answer' : 'no problem found');
}

function firstSentence(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [first = text] = /^.*?[.!?](?=\s|$)/.exec(text) ?? [];
  return first;
}
