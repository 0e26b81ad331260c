import { readStrictTransport } from '../tls/read-strict-transport.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { type QualityFacts, sixMonths } from './site-facts.ts';

const transport = alertsOf('transport');
const dns = alertsOf('dns');
const day = 86_400;
/** Seconds. */
const year = 365 * day;

/** Judges HTTPS, the redirects to it, and the DNS of the host. */
export function judgeTransport(facts: QualityFacts): QualityAlert[] {
  const { visit, page, session } = facts;
  const isSecure = visit.url.startsWith('https:');
  const scripts = page.scripts.map(({ url }) => url);
  const styles = page.links.filter(({ rel }) => rel.includes('stylesheet')).map(({ href }) => href);
  const active = [
    ...scripts,
    ...styles,
    ...page.resources.filter(({ tag }) => /^i?frame$|object|embed/.test(tag)).map(({ url }) => url),
  ].filter(isPlain);
  const forms = page.resources.filter(({ tag }) => tag === 'form').map(({ url }) => url);
  const shown = page.resources
    .filter(({ tag }) => !/^i?frame$|object|embed|form/.test(tag))
    .map(({ url }) => url)
    .filter(isPlain);
  const mixed = (list: readonly string[], what: string, does = 'loads') => ({
    passed: isSecure ? list.length === 0 : null,
    message: !isSecure
      ? 'The page itself comes over http.'
      : list.length === 0
        ? `The page ${does} no ${what} over http.`
        : `The page ${does} ${list.length} ${what} over http.`,
    evidence: list[0],
  });
  return [
    transport('https', 'RFC 9110 section 4.2.2', {
      passed: isSecure,
      message: isSecure
        ? 'The page comes over HTTPS.'
        : visit.secureFailure === undefined
          ? 'The page comes over http: anybody on the way can read and change it.'
          : 'The page comes over http, since it could not be had over https.',
      evidence: visit.secureFailure?.message ?? visit.url,
      advice: 'Serve the page over HTTPS.',
      weight: 40,
    }),
    judgeRedirect(facts),
    ...judgeStrictTransport(facts, isSecure),
    transport('mixed_content', 'Mixed Content, blockable content', {
      ...mixed(active, 'scripts, styles or frames'),
      advice: 'Load them over https.',
      weight: 50,
    }),
    transport('mixed_content_images', 'Mixed Content, upgradeable content', {
      ...mixed(shown, 'images or media'),
      advice: 'Load them over https.',
      weight: 10,
    }),
    transport('insecure_forms', 'Mixed Content, section 5', {
      ...mixed(forms.filter(isPlain), 'targets of forms', 'names'),
      passed: !isSecure || forms.length === 0 ? null : !forms.some(isPlain),
      advice: 'Let forms be sent over https.',
      weight: 20,
    }),
    transport('tls_version', 'RFC 9325 section 3.1.1', {
      passed: session === null ? null : /^TLSv1\.[23]$/.test(session.version),
      message: session === null ? 'No handshake was seen.' : `The server chose ${session.version}.`,
      evidence: session?.cipher,
      advice: 'Offer TLS 1.3 and 1.2.',
      weight: 10,
    }),
    transport('certificate', 'RFC 5280', {
      passed: session === null ? null : session.trusted,
      message:
        session === null
          ? 'No certificate was seen.'
          : session.trusted
            ? 'The certificate is trusted.'
            : `The certificate is not trusted: ${session.trustError ?? 'no reason is told'}.`,
      advice: 'Serve a certificate for this name by an authority that browsers trust, with its chain.',
      weight: 30,
    }),
    ...judgeDns(facts),
  ];
}

function judgeRedirect({ visit, plain, plainRefused }: QualityFacts): QualityAlert {
  const target = plain?.url ?? null;
  const isThere = target?.startsWith('https:') ?? false;
  const first = plain?.redirects[0];
  // The step after the first, or the end: who is sent elsewhere at once does not learn the host's HSTS.
  const next = plain === null ? null : URL.parse(plain.redirects[1]?.url ?? plain.url);
  const isElsewhere = isThere && next?.protocol === 'https:' && next.hostname !== new URL(visit.url).hostname;
  const isLate = isThere && next?.protocol !== 'https:';
  if (!visit.url.startsWith('https:')) {
    return transport('https_redirect', 'RFC 6797 section 7.2', {
      passed: null,
      message: 'The page itself comes over http.',
    });
  }
  return transport('https_redirect', 'RFC 6797 section 7.2', {
    passed: plainRefused ? true : plain === null ? null : isThere && !isElsewhere && !isLate,
    message: plainRefused
      ? 'Nothing answers over http.'
      : plain === null
        ? 'The page could not be asked for over http.'
        : isLate
          ? 'Who asks over http is sent to HTTPS, but over http once more before.'
          : isElsewhere
            ? 'Who asks over http is sent to HTTPS of another host, and does not learn of HSTS here.'
            : isThere
              ? 'Who asks over http is sent to HTTPS.'
              : 'Who asks over http stays there.',
    evidence: first === undefined ? target : `${first.url} ${first.status} → ${target}`,
    advice: `Answer http://${new URL(visit.url).hostname}/ with a permanent redirect to https of the same host.`,
    weight: isElsewhere ? 5 : isLate ? 10 : 20,
  });
}

const lasting = (seconds: number) =>
  seconds < day ? `${seconds} seconds` : `${Math.floor(seconds / day)} days`;

function judgeStrictTransport({ visit }: QualityFacts, isSecure: boolean): QualityAlert[] {
  const written = visit.headers['strict-transport-security'];
  const { maxAge, includeSubDomains, preload: wantsPreload } = readStrictTransport(written);
  const age = maxAge ?? 0;
  const isThere = age > 0;
  const isFit = age >= year && includeSubDomains;
  return [
    transport('hsts', 'RFC 6797', {
      passed: isSecure ? isThere : null,
      message: isThere ? `HSTS holds for ${lasting(age)}.` : 'There is no HSTS.',
      evidence: written,
      advice: 'Send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
      weight: 20,
    }),
    transport('hsts_duration', 'RFC 6797 section 6.1.1', {
      passed: isThere ? age >= sixMonths : null,
      message: isThere ? `HSTS holds for ${lasting(age)}.` : 'There is no HSTS to measure.',
      evidence: written,
      advice: 'Set max-age to at least six months.',
      weight: 10,
    }),
    transport('hsts_preload', 'hstspreload.org, submission requirements', {
      passed: wantsPreload ? isFit : null,
      message: wantsPreload
        ? isFit
          ? 'HSTS asks to be preloaded and meets what the lists demand of it.'
          : 'HSTS asks to be preloaded, but its max-age is below a year or includeSubDomains is absent.'
        : 'HSTS does not ask to be preloaded.',
      evidence: written,
      advice: 'Set max-age=31536000 and includeSubDomains, or take preload out.',
    }),
  ];
}

function judgeDns({ dns: facts, visit }: QualityFacts): QualityAlert[] {
  const { ipv6, dnssec, tlsa, tlsaSecurity } = facts;
  const host = new URL(visit.url).hostname;
  const isDane = (tlsa?.length ?? 0) > 0;
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
    dns('dane', 'RFC 6698', {
      passed: tlsa === null || !isDane ? null : tlsaSecurity === 'secure',
      message:
        tlsa === null
          ? 'TLSA records could not be asked for.'
          : !isDane
            ? `${host} has no TLSA records, which browsers do not ask for.`
            : tlsaSecurity === 'secure'
              ? `${host} has TLSA records under DNSSEC.`
              : `${host} has TLSA records that are not signed: they say nothing.`,
      evidence: tlsa?.[0],
      advice: 'Sign the zone, or take the TLSA records out.',
    }),
  ];
}

function isPlain(url: string): boolean {
  return /^http:\/\//i.test(url);
}
