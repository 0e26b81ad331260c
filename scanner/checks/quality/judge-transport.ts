import { readStrictTransport } from '../tls/read-strict-transport.ts';
import { judgeMixedContent } from './judge-mixed-content.ts';
import { alertsOf, type QualityAlert } from './quality-alert.ts';
import { type QualityFacts, sixMonths } from './site-facts.ts';

const transport = alertsOf('transport');
const day = 86_400;
/** Seconds. */
const year = 365 * day;

/** Judges HTTPS, and what leads to it. */
export function judgeTransport(facts: QualityFacts): QualityAlert[] {
  const { visit, session } = facts;
  const isSecure = visit.url.startsWith('https:');
  const redirect = judgeRedirect(facts);
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
    redirect,
    ...judgeStrictTransport(facts, redirect.passed !== false),
    ...judgeMixedContent(facts),
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

function judgeStrictTransport({ visit }: QualityFacts, leadsHere: boolean): QualityAlert[] {
  const isSecure = visit.url.startsWith('https:');
  const written = visit.headers['strict-transport-security'];
  const { maxAge, includeSubDomains, preload: wantsPreload } = readStrictTransport(written);
  const age = maxAge ?? 0;
  const isThere = age > 0;
  const isLasting = age >= year && includeSubDomains;
  const isFit = isLasting && leadsHere;
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
          : isLasting
            ? 'HSTS asks to be preloaded, but http does not lead to https of the same host at once.'
            : 'HSTS asks to be preloaded, but its max-age is below a year or includeSubDomains is absent.'
        : 'HSTS does not ask to be preloaded.',
      evidence: written,
      advice: isLasting
        ? 'Redirect http to https of the same host first, or take preload out.'
        : 'Set max-age=31536000 and includeSubDomains, or take preload out.',
    }),
  ];
}
