import type { ComplianceReport, WrittenReport } from '../../../../ports/compliance/compliance-reports.ts';
import type { ClaimedReportDelivery } from '../../../../ports/compliance/compliance-schedules.ts';
import { type ControlState, controlStates, stateWords } from '../assessment.ts';
import type { ReportDocument } from '../report-document.ts';

/** Changes that are told; the report has them all. */
const mostChanges = 100;

/** A report notice tells recipients of a report: it is the body of webhooks, and mails are written from it. */
export interface ReportNotice {
  readonly event: 'compliance_report';
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly sent_at: string;
  readonly schedule: { readonly id: string; readonly title: string };
  readonly report: {
    readonly report_id: string;
    readonly title: string;
    readonly framework: string;
    readonly status: string;
    readonly error: string | null;
    readonly generated_at: string | null;
    readonly domains: number;
    readonly share_seen: number | null;
    /** Controls by state; null if the report failed. */
    readonly counts: ReportDocument['counts'] | null;
    readonly compared_with: string | null;
    readonly changes_count: number;
    readonly changes: ReportDocument['changes'];
  };
  readonly integrity: { readonly digest: string; readonly signature: string; readonly key_id: string } | null;
  /** The report's page for people; null if the collector does not know its own address. */
  readonly url: string | null;
}

export function reportNotice(
  { id, schedule }: Pick<ClaimedReportDelivery, 'id' | 'schedule'>,
  report: ComplianceReport,
  written: { readonly document: ReportDocument; readonly seal: Omit<WrittenReport, 'document'> } | undefined,
  { at, publicUrl }: { at: Date; publicUrl: string | undefined },
): ReportNotice {
  const document = written?.document;
  const base = publicUrl?.replace(/\/+$/, '');
  return {
    event: 'compliance_report',
    id: `compliance-report-${report.id}-${id}`,
    sent_at: at.toISOString(),
    schedule,
    report: {
      report_id: report.id,
      title: report.title,
      framework: report.framework,
      status: report.status,
      error: report.error,
      generated_at: document?.generated_at ?? null,
      domains: report.domains.length,
      share_seen: document?.share_seen ?? null,
      counts: document?.counts ?? null,
      compared_with: document?.compared_with ?? null,
      changes_count: document?.changes.length ?? 0,
      changes: document?.changes.slice(0, mostChanges) ?? [],
    },
    integrity:
      written === undefined
        ? null
        : { digest: written.seal.digest, signature: written.seal.signature, key_id: written.seal.keyId },
    url: base === undefined ? null : `${base}/compliance?report=${report.id}`,
  };
}

/** Writes the notice as lines for people. */
export function noticeLines({ report, url, integrity }: ReportNotice): string[] {
  const { counts } = report;
  if (counts === null) return [`${report.title}: the report failed. ${report.error ?? ''}`.trimEnd()];
  const share = report.share_seen === null ? 'nothing' : `${(100 * report.share_seen).toFixed(1)} %`;
  const lines = [
    `${report.title} (${report.framework}), over ${report.domains} domains, ${report.generated_at}`,
    '',
    `Seen: ${share} of what the framework asks for, by weight.`,
    ...controlStates.map((state) => `${`${stateWords[state]}:`.padEnd(14)} ${counts[state]} controls`),
    '',
    ...changeLines(report),
    '',
    'This report tells what was measured. It is no assessment and no certificate.',
  ];
  if (integrity !== null) lines.push(`SHA-256 ${integrity.digest}, key ${integrity.key_id}`);
  lines.push(url ?? `GET /api/v2/compliance/reports/${report.report_id}`);
  return lines;
}

function changeLines({ compared_with, changes, changes_count }: ReportNotice['report']): string[] {
  if (compared_with === null) return ['There is no report before it to compare it with.'];
  if (changes_count === 0) return ['Nothing has changed since the report before.'];
  const word = (state: ControlState) => stateWords[state];
  return [
    `${changes_count} changes since the report before:`,
    ...changes.map(
      ({ control, domain, before, after }) =>
        `  ${control} of ${domain ?? 'the account'}: ${word(before)}, now ${word(after)}`,
    ),
    ...(changes_count > changes.length ? [`  and ${changes_count - changes.length} more`] : []),
  ];
}
