import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsRecord } from '../ports/dns-record.ts';
import type { SecurityStatus } from '../ports/dns-validation.ts';
import type { ScanError } from '../ports/finding.ts';
import type { ScanPorts } from '../ports/scanner.ts';

/** An answer as most scanners want it. */
export interface AskedRecords {
  /** Of the type that was asked for, wherever aliases led. */
  readonly records: readonly DnsRecord[];
  /** Names that aliases led over, the one that was asked for first. */
  readonly names: readonly string[];
  /** Undefined if the question could not be answered. */
  readonly exists: boolean | undefined;
  readonly security: SecurityStatus | undefined;
  /** The reason why the question could not be answered. */
  readonly error: ScanError | undefined;
}

const nxdomain = 3;

/** Resolves one question for a scanner, whose id goes into errors. */
export async function askRecords(
  name: string,
  type: keyof typeof recordTypes,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
  source: string,
): Promise<AskedRecords> {
  const number = recordTypes[type];
  const answer = await dns.resolve(name, number, { signal });
  const { failure, responseCode, security } = answer;
  if (failure !== undefined || (responseCode !== 0 && responseCode !== nxdomain)) {
    const message = answer.failureMessage ?? `The response code was ${responseCode}.`;
    const code = failure ?? 'server_failure';
    const error = { source, code, message: `${name} ${recordTypeName(number)}: ${message}` };
    return { records: [], names: [name], exists: undefined, security, error };
  }
  const aliases = answer.answer.filter((record) => record.type === recordTypes.CNAME);
  return {
    records: answer.answer.filter((record) => record.type === number),
    names: [name, ...aliases.map(({ text }) => storedName(text) ?? text)],
    exists: responseCode === 0,
    security,
    error: undefined,
  };
}

/** Collects the errors of these answers. */
export function errorsOf(answers: readonly AskedRecords[]): ScanError[] {
  return answers.flatMap(({ error }) => error ?? []);
}
