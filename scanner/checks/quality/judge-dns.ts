import type { TlsSession } from '../../ports/tls-session.ts';
import { describesCertificate } from '../../protocols/mail/dane/describes-certificate.ts';
import { meetsTlsa } from '../../protocols/mail/dane/match-tlsa.ts';
import { readTlsa, type Tlsa } from '../../protocols/mail/dane/tlsa-record.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import type { QualityFacts } from './site-facts.ts';

const dns = alertsOf('dns');

/** Judges the DNS of the host. */
export function judgeDns(facts: QualityFacts): QualityAlert[] {
  const { ipv6, dnssec } = facts.dns;
  const host = new URL(facts.visit.url).hostname;
  return [
    dns('ipv6', 'RFC 6540', {
      passed: ipv6 === null ? null : ipv6.length > 0,
      message:
        ipv6 === null
          ? 'IPv6 addresses could not be asked for.'
          : ipv6.length > 0
            ? `${host} has IPv6 addresses.`
            : `${host} has no IPv6 address.`,
      evidence: ipv6?.[0],
      advice: 'Serve the site over IPv6 and publish AAAA records.',
      weight: 3,
    }),
    dns('dnssec', 'RFC 9364', {
      passed: dnssec === 'secure' ? true : dnssec === 'insecure' || dnssec === 'bogus' ? false : null,
      message:
        dnssec === 'secure'
          ? `The addresses of ${host} are signed.`
          : dnssec === 'bogus'
            ? `The signatures over the addresses of ${host} are wrong.`
            : dnssec === 'insecure'
              ? `The addresses of ${host} are not signed.`
              : 'Whether the addresses are signed could not be told.',
      advice: 'Sign the zone with DNSSEC.',
      weight: dnssec === 'bogus' ? 20 : 5,
    }),
    judgeDane(facts, host),
  ];
}

function judgeDane({ dns: { tlsa, tlsaSecurity }, session, now }: QualityFacts, host: string): QualityAlert {
  const rule = 'RFC 6698; RFC 7671';
  const evidence = tlsa?.[0]?.text;
  if (tlsa === null)
    return dns('dane', rule, { passed: null, message: 'TLSA records could not be asked for.' });
  if (tlsa.length === 0) {
    const message = `${host} has no TLSA records, which browsers do not ask for.`;
    return dns('dane', rule, { passed: null, message });
  }
  if (tlsaSecurity !== 'secure') {
    const message = `${host} has TLSA records that are not signed: they say nothing.`;
    return dns('dane', rule, {
      passed: false,
      message,
      evidence,
      advice: 'Sign the zone, or take the TLSA records out.',
    });
  }
  const isMet =
    session === null
      ? null
      : meetsSiteTlsa(
          tlsa.flatMap(({ data }) => readTlsa(data) ?? []),
          session,
          host,
          now,
        );
  return dns('dane', rule, {
    passed: isMet,
    message:
      isMet === null
        ? `${host} has TLSA records under DNSSEC; no certificate was seen to hold against them.`
        : isMet
          ? `The certificate of ${host} meets its TLSA records under DNSSEC.`
          : `The certificate of ${host} meets none of its TLSA records.`,
    evidence,
    advice: 'Publish a record of the certificate that is served, before the certificate changes.',
  });
}

/** Usages 0 and 1 hold beside what authorities vouch for, 2 and 3 in place of it (RFC 7218). */
function meetsSiteTlsa(records: readonly Tlsa[], session: TlsSession, host: string, now: number): boolean {
  const { chain, trusted } = session;
  const candidates = { 0: chain.slice(1), 1: chain.slice(0, 1) };
  const isVouchedFor = records.some(
    (record) =>
      (record.usage === 0 || record.usage === 1) &&
      candidates[record.usage].some((certificate) => describesCertificate(record, certificate)),
  );
  return (trusted && isVouchedFor) || meetsTlsa(records, { chain, names: [host], now });
}
