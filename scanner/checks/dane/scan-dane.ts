import { isIP } from 'node:net';
import type { SecurityStatus } from '../../ports/dns-validation.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { describesCertificate } from '../../protocols/mail/dane/describes-certificate.ts';
import { meetsTlsa } from '../../protocols/mail/dane/match-tlsa.ts';
import { isUsable, readTlsa, type Tlsa } from '../../protocols/mail/dane/tlsa-record.ts';
import type { AskedRecords } from '../ask-records.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { findAddresses, findExchangers } from '../mx/find-exchangers.ts';
import { PartBuilder } from '../part-builder.ts';
import type { DaneExchanger, DaneResult, TlsaRecord } from './dane-result.ts';
import { judgeExchanger } from './judge-exchanger.ts';

const rule = 'RFC 7672 section 2.2';
const mostHosts = 5;
const mostRecords = 20;

/**
 * The DANE scanner checks DANE for SMTP: TLSA records of the mail exchangers, which count under DNSSEC only (RFC 7672).
 */
export const daneScanner: Scanner<DaneResult> = {
  id: 'dane',
  async scan(domain, ports) {
    const part = new PartBuilder('dane');
    const { hosts, nullMx, answer } = await findExchangers(domain, ports, 'dane');
    part.asked(answer);
    if (answer.error !== undefined) {
      part.unknown('unanswered', `The mail exchangers of ${domain} could not be looked up.`, rule);
      return part.done(result(null, null, 'The mail exchangers could not be looked up.'));
    }
    if (nullMx) return part.done(result(null, [], 'The domain takes no mail.'));
    if (answer.security !== 'secure') {
      const status = answer.security ?? 'not validated';
      part.info(
        'not_signed',
        `The MX records of ${domain} are ${status}: DANE needs DNSSEC.`,
        'RFC 7672 section 2.2.1',
      );
      return part.done(result(null, [], 'The MX records are not secured by DNSSEC.'));
    }
    const names = (hosts.length === 0 ? [domain] : hosts.map(({ host }) => host)).filter(
      (host) => isIP(host) === 0,
    );
    const exchangers = await Promise.all(
      names.slice(0, mostHosts).map((host) => lookAtExchanger(domain, host, ports, part)),
    );
    for (const exchanger of exchangers) judgeExchanger(exchanger, part);
    return part.done(result(verdict(exchangers), exchangers, details(exchangers)));
  },
};

async function lookAtExchanger(
  domain: string,
  host: string,
  ports: ScanPorts,
  part: PartBuilder,
): Promise<DaneExchanger> {
  const { addresses, canonical, answers } = await findAddresses(host, ports, 'dane');
  const addressSecurity = weakest(answers);
  // Where addresses are not secure, TLSA records are not even asked for (RFC 7672 section 2.2.2).
  const unasked = addressSecurity === 'unknown' ? null : [];
  if (addressSecurity !== 'secure')
    return { host, security: addressSecurity, records: unasked, matches: null };
  const bases = [...new Set([canonical, host])];
  for (const base of bases) {
    const answer = await askSoundRecords(`_25._tcp.${base}`, 'TLSA', ports, 'dane');
    part.asked(answer);
    const security = weakest([answer]);
    if (answer.error !== undefined) {
      const records = security === 'bogus' ? [] : null;
      return { host, security, records, matches: null };
    }
    const records = answer.records.slice(0, mostRecords).flatMap(({ data }) => readTlsa(data) ?? []);
    if (records.length === 0) continue;
    const { matches, chain } =
      security === 'secure' && records.some(isUsable)
        ? await compare(records, { domain, host, base, address: addresses[0] }, ports, part)
        : { matches: null, chain: undefined };
    return { host, security, records: records.map((record) => shownRecord(record, chain)), matches };
  }
  return { host, security: 'secure', records: [], matches: null };
}

/** Whether what the server shows meets the records; null if nothing is known of it. */
async function compare(
  records: readonly Tlsa[],
  {
    domain,
    host,
    base,
    address,
  }: { domain: string; host: string; base: string; address: string | undefined },
  { smtp, clock, signal }: ScanPorts,
  part: PartBuilder,
): Promise<{ matches: boolean | null; chain?: readonly Uint8Array[] }> {
  if (address === undefined) return { matches: null };
  try {
    const { tls } = await smtp.converse({ address, port: 25, serverName: base, signal });
    if (tls === undefined) return { matches: false };
    const shown = { chain: tls.chain, names: [base, host, domain], now: clock.now() };
    const matches = meetsTlsa(records, shown);
    if (!matches && records.some((record) => meetsTlsa([record], shown)))
      part.info(
        'weaker_digest_met',
        `The certificate of ${host} meets a digest beside which there is a stronger one, which it does not meet: senders look at the stronger one.`,
        'RFC 7671 section 9',
        { advice: 'Publish the same certificates and keys under each matching type.' },
      );
    return { matches, chain: tls.chain };
  } catch (error) {
    part.error('unreachable', `${host} (${address}): ${(error as Error).message}`.slice(0, 300));
    return { matches: null };
  }
}

function shownRecord(record: Tlsa, chain: readonly Uint8Array[] | undefined): TlsaRecord {
  const { usage, selector, matching, data } = record;
  return {
    usage,
    selector,
    matching,
    data: Buffer.from(data.subarray(0, 128)).toString('hex'),
    usable: isUsable(record),
    shown: chain === undefined ? null : chain.some((der) => describesCertificate(record, der)),
  };
}

function weakest(answers: readonly AskedRecords[]): DaneExchanger['security'] {
  const order: readonly (SecurityStatus | undefined)[] = ['bogus', 'indeterminate', undefined, 'insecure'];
  if (answers.some(({ error, security }) => error !== undefined && security !== 'bogus')) return 'unknown';
  for (const status of order)
    if (answers.some(({ security }) => security === status)) return status ?? 'unknown';
  return 'secure';
}

function isEnabled({ security, records }: DaneExchanger): boolean {
  return security === 'secure' && records !== null && records.some(({ usable }) => usable);
}

function verdict(exchangers: readonly DaneExchanger[]): boolean | null {
  const enabled = exchangers.filter(isEnabled);
  if (enabled.some(({ matches }) => matches === false)) return false;
  if (exchangers.some(({ records }) => records === null)) return null;
  if (enabled.length === 0 || enabled.some(({ matches }) => matches === null)) return null;
  return enabled.length === exchangers.length;
}

function details(exchangers: readonly DaneExchanger[]): string {
  const enabled = exchangers.filter(isEnabled);
  if (enabled.length === 0 && exchangers.some(({ records }) => records === null))
    return 'The TLSA records of mail exchangers could not be looked up.';
  if (enabled.length === 0) return 'No mail exchanger has usable TLSA records.';
  const met = enabled.filter(({ matches }) => matches === true).length;
  return `${enabled.length} of ${exchangers.length} mail exchangers have usable TLSA records; ${met} show a certificate that meets them.`;
}

function result(valid: boolean | null, exchangers: DaneResult['exchangers'], text: string): DaneResult {
  return { valid, enabled: whetherEnabled(exchangers), exchangers, details: text };
}

function whetherEnabled(exchangers: DaneResult['exchangers']): boolean | null {
  if (exchangers === null) return null;
  if (exchangers.some(isEnabled)) return true;
  return exchangers.some(({ records }) => records === null) ? null : false;
}
