import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { labelsOf } from '@sonde/shared/dns/wire-name.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { DnsRecord } from '../../ports/dns-record.ts';
import type { DnsResolution } from '../../ports/dns-resolution.ts';
import type { MailAnswer, MailRecordType, MailResolve } from './mail-resolve.ts';
import { textOfRecord } from './text-of-record.ts';

/**
 * Lets evaluations of mail policy ask a scan's DNS about a domain. What lies within the domain is validated, as receivers
 * do, who get no answer if that fails; names of others, such as SPF includes, are taken as they come.
 */
export function resolveForMail(dns: Pick<DnsResolution, 'resolve'>, domain: string): MailResolve {
  return async (name, type) => {
    const stored = storedName(presentation(name));
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
  if (type === 'MX') return exchanges(records).map((one) => plainName(one.host));
  // Data that is not what its type demands has the generic form.
  const texts = records.map((one) => one.text).filter((one) => !one.startsWith('\\#'));
  return type === 'PTR' ? texts.map(plainName) : texts;
}

/** A name whose characters are octets, in presentation form (RFC 1035 section 5.1). */
function presentation(name: string): string {
  return name.replaceAll(/[^!-[\]-~]/gu, (character) =>
    [...Buffer.from(character, character <= '\u00ff' ? 'latin1' : 'utf8')]
      .map((octet) => `\\${String(octet).padStart(3, '0')}`)
      .join(''),
  );
}

/** The way back. A name with a dot inside of a label can't be told so, and stays as it is: nobody has it. */
function plainName(text: string): string {
  const labels = labelsOf(text).map((label) => label.toString('latin1'));
  return text === '.' || labels.some((label) => label.includes('.')) ? text : labels.join('.');
}

/** Lists the hosts of MX records by preference; `.` for a null MX. */
export function exchanges(records: readonly DnsRecord[]): { host: string; preference: number }[] {
  return records
    .flatMap((one) => {
      const [, preference, host] = /^(\d+) (\S+)$/.exec(one.text) ?? [];
      return host === undefined ? [] : [{ host, preference: Number(preference) }];
    })
    .toSorted((one, other) => one.preference - other.preference || (one.host < other.host ? -1 : 1));
}
