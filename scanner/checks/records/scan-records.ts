import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import type { Finding, ScanError } from '../../ports/finding.ts';
import type { Scanner } from '../../ports/scanner.ts';
import type { RecordSet, RecordsResult } from './records-result.ts';

const types = ['A', 'AAAA', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'HTTPS'] as const;
/** Of one set, and characters of one record. */
const mostValues = 200;
const longestValue = 4_096;
const nxdomain = 3;

/** The records scanner asks for the records at the domain itself, each type once, and for the targets of aliases. */
export const recordsScanner: Scanner<RecordsResult> = {
  id: 'records',
  async scan(domain, { dns, signal }) {
    const answers = await Promise.all(
      types.map((type) => dns.resolve(domain, recordTypes[type], { signal })),
    );
    const result: RecordsResult = {
      exists: exists(answers),
      recordSets: [
        ...answeredSets(answers),
        ...answers.flatMap((answer) => (isAnswered(answer) ? [] : [unanswered(answer)])),
      ],
    };
    return { result, findings: findingsOf(domain, result), errors: errorsOf(answers) };
  },
};

function isAnswered({ failure, responseCode }: DnsAnswer): boolean {
  return failure === undefined && (responseCode === 0 || responseCode === nxdomain);
}

function exists(answers: readonly DnsAnswer[]): boolean | null {
  if (answers.some(({ answer }) => answer.length > 0)) return true;
  const told = answers.filter(isAnswered);
  return told.length === 0 ? null : told.some(({ responseCode }) => responseCode === 0);
}

/** Aliases come with every answer, and count once. */
function answeredSets(answers: readonly DnsAnswer[]): RecordSet[] {
  const sets = new Map<string, DnsRecord[]>();
  for (const { answer } of answers.filter(isAnswered)) {
    for (const record of answer) {
      if (record.type === recordTypes.RRSIG) continue;
      const key = `${record.name} ${record.type}`;
      const set = sets.get(key) ?? [];
      if (!set.some(({ text }) => text === record.text)) set.push(record);
      sets.set(key, set);
    }
  }
  return [...sets.values()].map((records) => ({
    name: records[0]!.name,
    type: recordTypeName(records[0]!.type),
    ttl: Math.min(...records.map(({ ttl }) => ttl)),
    values: records.slice(0, mostValues).map(({ text }) => text.slice(0, longestValue)),
    truncated: records.length > mostValues || records.some(({ text }) => text.length > longestValue),
  }));
}

function unanswered({ question }: DnsAnswer): RecordSet {
  return {
    name: question.name,
    type: recordTypeName(question.type),
    ttl: null,
    values: null,
    truncated: false,
  };
}

function findingsOf(domain: string, { exists: there }: RecordsResult): Finding[] {
  if (there !== false) return [];
  return [
    {
      code: 'no_such_domain',
      status: 'fail',
      severity: 'critical',
      message: `${domain} does not exist.`,
      rule: 'RFC 8020 section 2',
      advice: 'Check the spelling; a domain of yours has expired or lost its delegation.',
    },
  ];
}

/** One for each reason, not for each type. */
function errorsOf(answers: readonly DnsAnswer[]): ScanError[] {
  const byCode = new Map<string, { names: string[]; message: string }>();
  for (const answer of answers) {
    if (isAnswered(answer)) continue;
    const code = answer.failure ?? 'server_failure';
    const message = answer.failureMessage ?? `the answer was response code ${answer.responseCode}`;
    const entry = byCode.get(code) ?? { names: [], message };
    entry.names.push(recordTypeName(answer.question.type));
    byCode.set(code, entry);
  }
  return Array.from(byCode, ([code, { names, message }]) => ({
    source: 'records',
    code,
    message: `${names.join(', ')}: ${message}`,
  }));
}
