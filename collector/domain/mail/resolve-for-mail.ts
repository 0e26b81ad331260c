import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/scans/dns-answer.ts';
import type { DnsRecord } from '../../ports/scans/dns-record.ts';
import type { DnsResolution } from '../../ports/scans/dns-resolution.ts';
import type { MailAnswer, MailRecordType, MailResolve } from './mail-resolve.ts';
import { textOfRecord } from './text-of-record.ts';

/**
 * Lets evaluations of mail policy ask a scan's DNS about a domain. What lies within the domain is validated, as receivers
 * do, who get no answer where that fails; names of others, such as SPF includes, are taken as they come.
 */
export function resolveForMail(dns: Pick<DnsResolution, 'resolve'>, domain: string): MailResolve {
  return async (name, type) => {
    // The labels' characters are octets, not escapes of them.
    const stored = storedName(name.replaceAll('\\', '\\\\'));
    if (stored === undefined) return { status: 'nxdomain' };
    const validate = stored === domain || stored.endsWith(`.${domain}`);
    return mailAnswer(await dns.resolve(stored, recordTypes[type], { validate }), type);
  };
}

export function mailAnswer(answer: DnsAnswer, type: MailRecordType): MailAnswer {
  if (answer.failure !== undefined) {
    return { status: 'error', message: answer.failureMessage ?? answer.failure };
  }
  if (answer.security === 'bogus') return { status: 'error', message: 'its DNSSEC validation fails' };
  if (answer.responseCode !== 0 && answer.responseCode !== 3) {
    return { status: 'error', message: `response code ${answer.responseCode}` };
  }
  const records = answer.answer.filter((one) => one.type === recordTypes[type]);
  if (records.length > 0) return { status: 'found', values: valuesOf(records, type) };
  // An alias whose target is gone exists itself (RFC 6604 section 3).
  const isAlias = answer.answer.some((one) => one.name === answer.question.name);
  return { status: answer.responseCode === 3 && !isAlias ? 'nxdomain' : 'empty' };
}

function valuesOf(records: readonly DnsRecord[], type: MailRecordType): string[] {
  if (type === 'TXT') return records.map((one) => textOfRecord(one.data));
  if (type === 'MX') return exchanges(records).map((one) => one.host);
  // Data that is not what its type demands has the generic form.
  return records.map((one) => one.text).filter((one) => !one.startsWith('\\#'));
}

/** Hosts of MX records by preference; `.` for a null MX. */
export function exchanges(records: readonly DnsRecord[]): { host: string; preference: number }[] {
  return records
    .flatMap((one) => {
      const [, preference, host] = /^(\d+) (\S+)$/.exec(one.text) ?? [];
      return host === undefined ? [] : [{ host, preference: Number(preference) }];
    })
    .toSorted((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1));
}
