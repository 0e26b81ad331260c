import type { DnsRecord } from '../../ports/dns-record.ts';
import type { Finding } from '../../ports/finding.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { askRecords, errorsOf } from '../ask-records.ts';
import { askForAliases, danglingFindings, danglingOf } from './find-dangling.ts';
import { mailSenders } from './mail-senders.ts';
import { patternOf } from './service-rule.ts';
import type { ServicesResult, VerifiedService } from './services-result.ts';

const longestRecord = 2_048;
const mostRecords = 500;

const nothing: ServicesResult = { services: null, dangling: null, unasked: null, recordCount: null };

/**
 * The services scanner finds third parties that the domain's TXT records tell of, and aliases to third parties that lead
 * to nothing. Of labels below only a few are asked, as each costs a question.
 */
export const servicesScanner: Scanner<ServicesResult> = {
  id: 'services',
  async scan(domain, ports) {
    const answer = await askRecords(domain, 'TXT', ports, 'services');
    if (answer.error !== undefined) return { result: nothing, findings: [], errors: errorsOf([answer]) };
    const services = servicesOf(domain, answer.records);
    const asked = [answer, ...(await askForAliases(domain, services, ports))];
    const dangling = danglingOf(asked);
    const unasked = asked.filter(({ error }) => error !== undefined).map(({ names }) => names[0]!);
    return {
      result: { services, dangling, unasked, recordCount: answer.records.length },
      findings: [
        ...findingsOf(domain, answer.records.length, services),
        ...danglingFindings(dangling, services),
      ],
      errors: errorsOf(asked),
    };
  },
};

/** Lists the services that these TXT records of a domain tell of, by name. */
export function servicesOf(domain: string, records: readonly DnsRecord[]): VerifiedService[] {
  const found = records.slice(0, mostRecords).flatMap((record) => {
    const text = textOfRecord(record.data);
    if (text.length > longestRecord) return [];
    return [...verified(domain, text), ...senders(domain, text)];
  });
  const distinct = new Map(found.map((one) => [`${one.kind} ${one.provider} ${one.record}`, one]));
  return [...distinct.values()].toSorted((one, other) => one.provider.localeCompare(other.provider));
}

function verified(name: string, record: string): VerifiedService[] {
  const found = patternOf(record);
  if (found === undefined) return [];
  const { provider, category, source, confirmed, terms } = found;
  return [{ provider, category, kind: 'verification', name, record, source, confirmed, terms }];
}

/** Providers that an SPF record includes. */
function senders(name: string, record: string): VerifiedService[] {
  if (!/^v=spf1(?: |$)/i.test(record)) return [];
  const targets = [...record.matchAll(/ (?:[+?~-]?include:|redirect=)([^ ]+)/gi)].map(([, target]) =>
    target!.toLowerCase().replace(/\.$/, ''),
  );
  const providers = mailSenders.filter(({ suffixes }) =>
    suffixes.some((suffix) => targets.some((target) => target === suffix || target.endsWith(`.${suffix}`))),
  );
  return providers.map(({ provider, category, source, confirmed, terms }) => ({
    provider,
    category,
    kind: 'mail_sender',
    name,
    record,
    source,
    confirmed,
    terms,
  }));
}

function findingsOf(domain: string, records: number, services: readonly VerifiedService[]): Finding[] {
  const proven = services.filter(({ kind }) => kind === 'verification');
  if (proven.length === 0) return [];
  const providers = [...new Set(proven.map(({ provider }) => provider))];
  const findings: Finding[] = [
    {
      code: 'services_told',
      status: 'info',
      message: `TXT records tell everybody that ${domain} uses ${providers.slice(0, 8).join(', ')}${providers.length > 8 ? ` and ${providers.length - 8} more` : ''}.`,
      rule: 'RFC 1464',
      advice: 'Take away those whose provider does not need them any more.',
    },
  ];
  if (records > 20) {
    findings.push({
      code: 'many_txt_records',
      status: 'warning',
      severity: 'low',
      message: `${domain} has ${records} TXT records, which make a large answer that everybody can ask for.`,
      rule: 'RFC 5358 section 3',
      advice: 'Take away verifications that were needed once only.',
    });
  }
  return findings;
}
