import { areFarApart, clockFinding } from './clock-finding.ts';
import type { Finding } from './finding.ts';

/** An agent report has of `sonde agent status --json` what is judged here. */
export interface AgentReport {
  readonly ledger: { readonly packets_captured: number; readonly rows_stored: number };
  readonly inputs: readonly {
    readonly name: string;
    readonly captured: number;
    readonly dropped: Readonly<Record<string, number>>;
    readonly error?: string;
  }[];
  /** Null or missing without one. */
  readonly client_certificate?: { readonly ends_at: string; readonly last_failure: string | null } | null;
  readonly delivery: {
    readonly collectors: readonly {
      readonly url: string;
      readonly condition: string;
      readonly lastError?: string;
      readonly clockAhead?: number;
    }[];
    readonly spool: { readonly bytes: number; readonly maxBytes: number; readonly diskError?: string };
  };
}

/** Of the packets of an input: less is lost at a busy moment. */
const mostDroppedShare = 0.01;

/** Judges what an agent of this machine says of itself. */
export function judgeAgent(report: AgentReport, state: string, now: number): Finding[] {
  const { ledger, inputs, delivery, client_certificate: certificate } = report;
  const findings: Finding[] = [];
  const add = (check: string, kind: Finding['state'], message: string, advice: string): void =>
    void findings.push({ check, state: kind, message, advice });
  for (const { name, captured, dropped, error } of inputs) {
    const count = Object.values(dropped).reduce((sum, each) => sum + each, 0);
    if (error !== undefined)
      add(
        'agent capture',
        'wrong',
        `${name}: ${error}`,
        'Check that the interface exists, and that the agent has the right to capture (CAP_NET_RAW).',
      );
    else if (count > mostDroppedShare * captured)
      add(
        'agent capture',
        'odd',
        `${name}: ${count} packets were dropped, ${captured} captured.`,
        'Give the agent a larger buffer (--buffer-bytes) or less traffic (docs/agent.md).',
      );
  }
  let well = '';
  if (certificate != null) {
    const days = Math.floor((Date.parse(certificate.ends_at) - now) / 86_400_000);
    if (days < 0)
      add(
        'agent certificate',
        'wrong',
        `The client certificate expired at ${certificate.ends_at}.`,
        'Enrol the agent again with a token: sonde-agent enrol URL --again (docs/enrolment.md).',
      );
    else if (certificate.last_failure !== null)
      add(
        'agent certificate',
        'odd',
        `The client certificate expires in ${days} days and is not renewed: ${certificate.last_failure}`,
        'The agent retries by itself. Check that it can reach the collector, and that it was not revoked.',
      );
    else well = ` Its client certificate is valid for ${days} more days.`;
  }
  for (const { url, condition, lastError, clockAhead = 0 } of delivery.collectors) {
    if (condition !== 'ready' && condition !== 'untried')
      add(
        'agent shipping',
        'wrong',
        `${url}: ${condition.replaceAll('_', ' ')}${lastError === undefined ? '' : ` (${lastError})`}.`,
        'The data waits on disk. Check the address, the key of the location and the certificate.',
      );
    if (areFarApart(clockAhead))
      findings.push(clockFinding('agent clock', clockAhead, `The clocks of this machine and of ${url}`));
  }
  const { bytes, maxBytes, diskError } = delivery.spool;
  if (diskError !== undefined)
    add(
      'agent disk',
      'wrong',
      `The disk of ${state} accepts no data: ${diskError}`,
      'Free disk space there. Until then, the agent keeps new data in memory only.',
    );
  else if (bytes > maxBytes * 0.8)
    add(
      'agent disk',
      'odd',
      `${Math.round((100 * bytes) / maxBytes)} % of the agent's spool are full.`,
      'The agent will drop the oldest rows. Make sure that the collector accepts data.',
    );
  if (findings.length > 0) return findings;
  const message = `It runs in ${state}: ${ledger.packets_captured} packets captured, ${ledger.rows_stored} rows, all uploaded to their destinations.${well}`;
  return [{ check: 'agent', state: 'well', message }];
}
