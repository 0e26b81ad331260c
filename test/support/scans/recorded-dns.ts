import type { DnsAnswer, DnsFailure } from '../../../scanner/ports/dns-answer.ts';
import type { DnsRecord } from '../../../scanner/ports/dns-record.ts';
import type { DnsResolution } from '../../../scanner/ports/dns-resolution.ts';
import type { SecurityStatus } from '../../../scanner/ports/dns-validation.ts';
import { selfAndParents, storedName } from '../../../shared/dns/names.ts';
import { recordTypeNumber, recordTypes } from '../../../shared/dns/record-types.ts';
import { recordDataFromText, recordDataText } from './record-from-text.ts';

const failures: readonly DnsFailure[] = ['timeout', 'unreachable', 'malformed', 'lame', 'budget'];
const maxAliases = 8;

export interface RecordedDns extends DnsResolution {
  /** Every question, in its order: `example.com TXT`. Those that were asked before are here again. */
  readonly asked: readonly string[];
}

interface Entry {
  readonly type: number | undefined;
  readonly record?: DnsRecord;
  readonly failure?: DnsFailure | 'servfail' | 'nxdomain';
}

/**
 * A DNS that answers from text, one record a line: `name TYPE data`, `;` begins a comment line.
 *
 *     example.com TXT "v=spf1 -all"
 *     *.example.com A 192.0.2.1
 *     slow.example.com TXT !timeout        an answer that never comes: any DnsFailure, or servfail, or nxdomain
 *     dead.example.com ANY !servfail       the same for every type
 *     $secure example.com                  this and all below is DNSSEC secure (also $bogus); elsewhere insecure
 *
 * Aliases are followed, wildcards and empty non-terminals are honoured, other names don't exist.
 */
export function recordedDns(text: string): RecordedDns {
  const entries = new Map<string, Entry[]>();
  const security = new Map<string, SecurityStatus>();
  const existing = new Set<string>();
  for (const line of text.split('\n')) readLine(line, { entries, security, existing });
  const asked: string[] = [];

  const statusOf = (name: string): SecurityStatus =>
    [...selfAndParents(name), '.'].map((one) => security.get(one)).find((one) => one !== undefined) ??
    'insecure';

  function resolve(question: string, type: number): DnsAnswer {
    const answer: DnsRecord[] = [];
    let status: SecurityStatus = 'secure';
    let name = storedName(question) ?? question;
    const base = { question: { name, type }, security: status };
    for (let hops = 0; hops <= maxAliases; hops++) {
      status = weakest(status, statusOf(name));
      const found = lookUp(name);
      const failed = found?.find((one) => one.failure && (one.type === undefined || one.type === type));
      if (failed?.failure === 'servfail') return reply({ ...base, responseCode: 2, security: status });
      if (failed?.failure === 'nxdomain')
        return reply({ ...base, responseCode: 3, answer, security: status });
      if (failed !== undefined)
        return reply({ ...base, failure: failed.failure as DnsFailure, failureMessage: 'Recorded so.' });
      if (status === 'bogus') return reply({ ...base, responseCode: 2, security: status });
      if (found === undefined) return reply({ ...base, responseCode: 3, answer, security: status });
      const records = found.flatMap((one) => one.record ?? []).map((one) => ({ ...one, name }));
      answer.push(...records.filter((one) => one.type === type));
      const alias = records.find((one) => one.type === recordTypes.CNAME);
      if (alias === undefined || type === recordTypes.CNAME)
        return reply({ ...base, responseCode: 0, answer, security: status });
      answer.push(alias);
      name = storedName(alias.text)!;
    }
    return reply({ ...base, failure: 'too_long_a_chain', failureMessage: 'The aliases lead in a circle.' });
  }

  function lookUp(name: string): readonly Entry[] | undefined {
    const own = entries.get(name);
    if (own !== undefined) return own;
    if (existing.has(name)) return [];
    const encloser = selfAndParents(name)
      .slice(1)
      .find((one) => existing.has(one));
    return encloser === undefined ? undefined : entries.get(`*.${encloser}`);
  }

  return {
    asked,
    get questionsAsked() {
      return new Set(asked).size;
    },
    async resolve(name, type) {
      const typeName = Object.entries(recordTypes).find(([, number]) => number === type)?.[0] ?? String(type);
      asked.push(`${storedName(name) ?? name} ${typeName}`);
      return resolve(name, type);
    },
    async ask(server, question) {
      asked.push(`${question.name} ${question.type} @${server}`);
      return { ...resolve(question.name, question.type), server };
    },
    async zoneOf(name) {
      const apex = selfAndParents(name).find((one) =>
        entries.get(one)?.some((entry) => entry.record?.type === recordTypes.SOA),
      );
      return { apex, parent: undefined, delegated: [], own: [] };
    },
  };
}

function readLine(
  line: string,
  into: {
    entries: Map<string, Entry[]>;
    security: Map<string, SecurityStatus>;
    existing: Set<string>;
  },
): void {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith(';')) return;
  const directive = /^\$(secure|insecure|bogus|indeterminate)\s+(\S+)$/.exec(trimmed);
  if (directive !== null) {
    into.security.set(storedName(directive[2]!)!, directive[1] as SecurityStatus);
    return;
  }
  const [, owner, typeName, data] = /^(\S+)\s+(\S+)\s+(.*)$/s.exec(trimmed) ?? [];
  const name = owner === undefined ? undefined : storedName(owner);
  if (name === undefined || typeName === undefined || data === undefined) throw new Error(`unread: ${line}`);
  for (const one of selfAndParents(name)) into.existing.add(one);
  into.entries.set(name, [...(into.entries.get(name) ?? []), readEntry(name, typeName, data, line)]);
}

function readEntry(name: string, typeName: string, data: string, line: string): Entry {
  const type = typeName === 'ANY' ? undefined : recordTypeNumber(typeName);
  if (data.startsWith('!')) {
    const failure = data.slice(1) as DnsFailure | 'servfail' | 'nxdomain';
    if (failure !== 'servfail' && failure !== 'nxdomain' && !failures.includes(failure))
      throw new Error(`no such failure: ${line}`);
    return { type, failure };
  }
  if (type === undefined) throw new Error(`no such type: ${line}`);
  const bytes = recordDataFromText(typeName, data);
  return {
    type,
    record: { name, type, class: 1, ttl: 300, data: bytes, text: recordDataText(type, bytes) },
  };
}

function weakest(one: SecurityStatus, other: SecurityStatus): SecurityStatus {
  const order: readonly SecurityStatus[] = ['bogus', 'indeterminate', 'insecure', 'secure'];
  return order[Math.min(order.indexOf(one), order.indexOf(other))]!;
}

function reply(parts: Partial<DnsAnswer> & Pick<DnsAnswer, 'question'>): DnsAnswer {
  return {
    authoritative: false,
    truncated: false,
    authenticData: false,
    recursionAvailable: true,
    answer: [],
    authority: [],
    additional: [],
    extendedErrors: [],
    server: '',
    transport: 'cache',
    milliseconds: 0,
    size: 0,
    ...parts,
  };
}
