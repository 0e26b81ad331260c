import type { ExecutionContext } from 'ava';
import { createPageReader } from '../../../scanner/checks/tech/page-reader.ts';
import { FetchError, type FetchFailure } from '../../../scanner/ports/fetch.ts';
import type { Scanner, ScanPart, ScanPorts } from '../../../scanner/ports/scanner.ts';
import type { SmtpSession, SmtpTarget } from '../../../scanner/ports/smtp-probe.ts';
import { ProbeError, type ProbeFailure } from '../../../scanner/ports/tls-session.ts';
import { type RecordedDns, recordedDns } from './recorded-dns.ts';

export interface RecordedFile {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly failure?: FetchFailure;
}

export interface RecordedWorld {
  /** As recordedDns() reads it. */
  readonly zone: string;
  /** By URL; others are unreachable. */
  readonly files?: Readonly<Record<string, RecordedFile>>;
  /** By `address port`; at others nobody answers. */
  readonly servers?: Readonly<Record<string, SmtpSession | ProbeFailure>>;
  readonly now?: number;
}

/** What a scanner may ask, answered from what is written down. */
export function mailWorld({ zone, files = {}, servers = {}, now = Date.now() }: RecordedWorld): ScanPorts & {
  readonly dns: RecordedDns;
} {
  return {
    dns: recordedDns(zone),
    fetch: async (url, { maxBytes }) => {
      const file = files[url];
      if (file?.failure !== undefined) throw new FetchError(file.failure, `Recorded so: ${file.failure}.`);
      if (file === undefined) throw new FetchError('unreachable', 'Nobody is there.');
      const { status = 200, type = 'text/plain', body = '' } = file;
      return { status, headers: { 'content-type': type }, body: chunks(body, maxBytes) };
    },
    tls: { handshake: () => Promise.reject(new ProbeError('unreachable', 'Nobody is there.')) },
    pages: createPageReader(),
    smtp: {
      converse: async ({ address, port }: SmtpTarget) => {
        const session = servers[`${address} ${port}`] ?? 'timeout';
        if (typeof session === 'string') throw new ProbeError(session, `Recorded so: ${session}.`);
        return session;
      },
    },
    clock: { now: () => now },
    signal: new AbortController().signal,
  };
}

async function* chunks(body: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += 16_384) {
    if (at > maxBytes) throw new FetchError('too_large', `The answer has more than ${maxBytes} bytes.`);
    yield bytes.subarray(at, at + 16_384);
  }
}

export interface ScanCase<Result> extends RecordedWorld {
  readonly title: string;
  /** What the result has. */
  readonly result?: Partial<Result>;
  /**
   * `status:code` of findings: all warnings and failures that there are, and those of the others that matter. With the rule
   * behind a space where the case is about that: `fail:no_record RFC 7208 section 3`.
   */
  readonly findings: readonly string[];
  /** Sources or codes of errors. */
  readonly errors?: readonly string[];
}

/** Scans example.com in the world of a case and compares. */
export async function checkScan<Result extends object>(
  t: ExecutionContext,
  scanner: Scanner<Result>,
  one: ScanCase<Result>,
): Promise<ScanPart<Result>> {
  const part = await scanner.scan('example.com', mailWorld(one));
  if (one.result !== undefined) t.like(part.result, one.result as never);
  const told = part.findings.map(({ status, code, rule }) => ({ key: `${status}:${code}`, rule }));
  const bad = (key: string) => /^(?:fail|warning):/.test(key);
  const wanted = one.findings.map((line) => line.split(' ')[0]!);
  t.deepEqual(
    [...new Set(told.map(({ key }) => key).filter(bad))].toSorted(),
    [...new Set(wanted.filter(bad))].toSorted(),
    JSON.stringify(part.findings, null, 1),
  );
  for (const line of one.findings) {
    const [key, ...rule] = line.split(' ');
    const found = told.filter((finding) => finding.key === key);
    t.true(found.length > 0, `${key} is missing: ${JSON.stringify(told)}`);
    if (rule.length > 0)
      t.true(
        found.some((finding) => finding.rule === rule.join(' ')),
        `${key}: ${found[0]?.rule}`,
      );
  }
  t.deepEqual([...new Set(part.errors.map(({ code }) => code))], one.errors ?? []);
  for (const { status, severity, message, rule } of part.findings) {
    t.is(severity !== undefined, status === 'fail' || status === 'warning');
    t.regex(message, /[.!]$/);
    t.regex(rule, /^(?:RFC \d+|draft-)/);
  }
  return part;
}
