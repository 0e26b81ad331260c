import type { DomainScanAnswer } from '@sonde/shared/schemas/domain-scan.ts';
import { printable, wrap } from '@sonde/shared/text/text-lines.ts';
import { overviewRows } from './overview-rows.ts';
import type { Paint } from './paint.ts';

type Finding = DomainScanAnswer['findings'][number];

export interface ReportOptions {
  readonly paint: Paint;
  readonly columns: number;
  /** Tells whether checks that are well are shown, too. */
  readonly all: boolean;
}

const widest = 110;
const marks = { fail: '✘', warning: '!', unknown: '?', info: '·', pass: '✔' } as const;
const styles = { fail: 'red', warning: 'yellow', unknown: 'magenta', info: 'blue', pass: 'green' } as const;

/** Renders a scan for a person: the answer in a table, then the faults to mend, the worst first, each with its rule. */
export function renderReport(scan: DomainScanAnswer, options: ReportOptions): string {
  const { paint } = options;
  const width = Math.max(40, Math.min(widest, options.columns));
  const wrong = scan.findings.filter(({ status }) => status === 'fail' || status === 'warning');
  const open = scan.findings.filter(({ status }) => status === 'unknown');
  const well = scan.findings.filter(({ status }) => status === 'info' || status === 'pass');
  const sections = [
    `${paint('bold', scan.domain)}${paint('dim', `  ${howLong(scan)}`)}`,
    overview(scan, paint, width),
    section(paint, 'What to fix first', wrong, width),
    section(paint, 'What could not be checked', open, width),
    options.all ? section(paint, 'Other findings', well, width) : undefined,
    errors(scan, paint, width),
    paint('dim', counts(scan, well.length, options.all)),
  ];
  return `${sections.filter((text) => text !== undefined && text !== '').join('\n\n')}\n`;
}

function howLong({
  scan_duration_ms: milliseconds,
  scan_timestamp: at,
  checks,
  dns_questions: questions,
}: DomainScanAnswer): string {
  const count = Object.keys(checks).length;
  const made = `${count} ${count === 1 ? 'check' : 'checks'}`;
  return milliseconds === null
    ? `${made}, from a scan at ${at}`
    : `${made} in ${(milliseconds / 1_000).toFixed(1)} s, ${questions ?? 0} DNS questions`;
}

function overview(scan: DomainScanAnswer, paint: Paint, width: number): string {
  const rows = overviewRows(scan);
  const labels = Math.max(...rows.map(({ label }) => label.length));
  const room = Math.max(20, width - labels - 6);
  return rows
    .map(({ label, status, text }) => {
      const mark = paint(styles[status], marks[status]);
      return `  ${mark} ${label.padEnd(labels)}  ${short(printable(text), room)}`;
    })
    .join('\n');
}

function section(
  paint: Paint,
  title: string,
  findings: readonly Finding[],
  width: number,
): string | undefined {
  if (findings.length === 0) return undefined;
  return [paint('bold', title), ...findings.map((finding) => item(finding, paint, width))].join('\n');
}

function item(finding: Finding, paint: Paint, width: number): string {
  const style = styles[finding.status];
  const severity = finding.severity === null ? '' : ` ${finding.severity}`;
  const head = `  ${paint(style, `${marks[finding.status]}${severity}`)} ${paint('bold', finding.check)} `;
  const headLength = 5 + severity.length + finding.check.length;
  const indent = ' '.repeat(6);
  const [first = '', ...rest] = wrap(printable(finding.message), width - indent.length, width - headLength);
  const more = [
    ...rest,
    ...(finding.advice === null ? [] : wrap(`→ ${printable(finding.advice)}`, width - indent.length)),
  ];
  const evidence =
    finding.evidence === null ? '' : `  ${short(printable(finding.evidence), longestEvidence)}`;
  return [
    `${head}${first}`,
    ...more.map((line) => `${indent}${line}`),
    paint('dim', `${indent}${finding.rule}${evidence}`),
  ].join('\n');
}

const longestEvidence = 70;

function short(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function errors({ errors: list }: DomainScanAnswer, paint: Paint, width: number): string | undefined {
  if (list.length === 0) return undefined;
  const lines = list.flatMap(({ source, code, message }) => {
    const [first = '', ...rest] = wrap(`${source} (${code}): ${printable(message)}`, width - 6);
    return [`  ${first}`, ...rest.map((line) => `      ${line}`)];
  });
  return [paint('bold', 'Errors'), ...lines].join('\n');
}

function counts({ findings }: DomainScanAnswer, well: number, all: boolean): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  const hidden = all || well === 0 ? '' : ` (use --all to show)`;
  return `${count('fail')} failed, ${count('warning')} warnings, ${well} passed or informational${hidden}`;
}
