import { sum, unaccounted } from '@sonde/sensor/status/row-account.ts';
import type { FlowLedger } from '@sonde/shared/batch/metadata.ts';
import type { StatusReport } from './status-report.ts';

/** Writes a status report as text for people. */
export function describeStatus(report: StatusReport): string {
  const { ledger, delivery, queue } = report;
  const left = unaccounted(report);
  const lines = [
    `${report.software} on ${report.host}, process ${report.pid}, up ${duration(report.uptime_seconds)} (Node ${report.node})`,
    `agent ${report.agent_id}`,
    '',
    'Captured',
    ...report.inputs.map((input) => {
      const fault = input.error === undefined ? '' : `   FAILED: ${input.error}`;
      return `  ${input.name.padEnd(16)} ${input.captured} packets, dropped ${reasons(input.dropped)}${fault}`;
    }),
    '',
    'Messages',
    `  seen ${ledger.messages_seen} = stored ${ledger.messages_stored} + repeated ${ledger.messages_repeated} + filtered ${ledger.messages_filtered} + sampled out ${ledger.messages_sampled}` +
      ` + malformed ${reasons(ledger.messages_malformed)} + dropped ${reasons(ledger.messages_dropped)} + waiting ${ledger.messages_pending}`,
    ...diagnosticLines(report.diagnostics),
    '',
    ...flowLines(ledger.encrypted_flows, left.flows),
    ...settingsLines(report),
    'Rows',
    `  written ${ledger.rows_stored} = accepted ${delivery.rowsAccepted} + rejected ${delivery.rowsRejected} + waiting ${queue.rows + delivery.rowsOpen + delivery.spool.ownRows} + dropped ${reasons(ledger.rows_dropped)}`,
    left.messages === 0 && left.rows === 0
      ? '  everything is accounted for'
      : `  UNACCOUNTED FOR: ${left.messages} messages, ${left.rows} rows`,
    '',
    'Shipping',
    ...delivery.collectors.map(({ url, condition, lastError, retryAt, clockAhead }) => {
      const bad = condition !== 'ready' && condition !== 'untried';
      const retry = bad && retryAt !== undefined ? `, next try ${new Date(retryAt).toISOString()}` : '';
      const why = bad && lastError !== undefined ? ` (${lastError})` : '';
      const clock =
        clockAhead !== undefined && Math.abs(clockAhead) >= 5_000
          ? `, CLOCK DIFFERS by ${Math.round(clockAhead / 1_000)} s`
          : '';
      return `  ${url}  ${condition.replaceAll('_', ' ')}${why}${retry}${clock}`;
    }),
    `  batches accepted ${delivery.batchesAccepted} (sent twice ${delivery.batchesDuplicate}), refused ${delivery.batchesRefused}`,
    `  spool ${delivery.spool.batches} batches, ${delivery.spool.rows} rows, ${delivery.spool.bytes} of ${delivery.spool.maxBytes} bytes${
      delivery.spool.diskError === undefined
        ? ''
        : `; WRITING TO THE DISK FAILS: ${delivery.spool.diskError}; in memory ${delivery.spool.memoryBytes} bytes`
    }`,
    ...certificateLines(report.client_certificate),
    ...sinkLines(report.sinks, left.sinks),
    ...(delivery.lastError === undefined ? [] : [`  last error: ${delivery.lastError}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The receivers beside the collector; nothing if there are none. */
function sinkLines(sinks: StatusReport['sinks'], left: number): string[] {
  if (sinks.length === 0) return [];
  return [
    '',
    'Sinks',
    ...sinks.flatMap(({ name, kind, error, ...rows }) => [
      `  ${name} (${kind})${error === null ? '' : `   FAILING: ${error}`}`,
      `    rows ${rows.rows_offered} = delivered ${rows.rows_delivered} + filtered ${rows.rows_filtered} + refused ${rows.rows_refused} + waiting ${rows.rows_waiting} + dropped ${reasons(rows.rows_dropped)}`,
      `    spool ${rows.waiting_bytes} of ${rows.max_bytes} bytes`,
    ]),
    ...(left === 0 ? [] : [`  UNACCOUNTED FOR: ${left} rows`]),
  ];
}

/** Settings from the collector; nothing if the agent takes none. */
function settingsLines({ settings_from_collector: settings }: StatusReport): string[] {
  if (settings === undefined || settings === null) return [];
  const { version, on_trial: onTrial, kept_own: keptOwn, refused } = settings;
  const inForce =
    version === null ? 'none in force' : `version ${version} in force${onTrial ? ', on trial' : ''}`;
  const which = refused?.version == null ? '' : ` version ${refused.version}`;
  return [
    'Settings from the collector',
    `  ${inForce}${keptOwn.length === 0 ? '' : `; kept, because set on this machine: ${keptOwn.join(', ')}`}`,
    ...(refused === null
      ? []
      : [`  REFUSED${which} (${refused.reason.replaceAll('_', ' ')}): ${refused.message}`]),
    '',
  ];
}

/** The certificate that is shown to collectors; nothing without one. */
function certificateLines(certificate: StatusReport['client_certificate'] | undefined): string[] {
  if (certificate == null) return [];
  const { ends_at: endsAt, renew_at: renewAt, last_failure: failure } = certificate;
  const how = failure === null ? `renewed from ${renewAt} on` : `NOT RENEWED: ${failure}`;
  return [`  client certificate until ${endsAt}, ${how}`];
}

/** Connections of encrypted DNS; nothing if they are not followed. */
function flowLines(flows: FlowLedger | undefined, left: number): string[] {
  if (flows === undefined) return [];
  return [
    'Encrypted DNS',
    `  connections seen ${flows.seen} = stored ${flows.stored} + filtered ${flows.filtered} + sampled out ${flows.sampled}` +
      ` + dropped ${reasons(flows.dropped)} + no TLS ${flows.foreign} + waiting ${flows.pending}`,
    ...(left === 0 ? [] : [`  UNACCOUNTED FOR: ${left} connections`]),
    '',
  ];
}

/** What is worth a look beside the sums; nothing if all is zero. */
function diagnosticLines(diagnostics: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(diagnostics).filter(([, count]) => count > 0);
  return parts.map(([name, count]) => `  ${name.replaceAll('_', ' ')} ${count}`);
}

function reasons(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (parts.length === 0) return '0';
  return `${sum(counts)} (${parts.map(([reason, count]) => `${reason} ${count}`).join(', ')})`;
}

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}
