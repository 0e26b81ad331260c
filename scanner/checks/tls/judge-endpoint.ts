import type { Finding } from '../../ports/finding.ts';
import type { ChainProblemCode } from '../../protocols/tls/chain-problem.ts';
import type { SessionView } from './look-at-session.ts';
import type { TlsEndpoint } from './tls-result.ts';

const critical = new Set<ChainProblemCode>([
  'expired',
  'name_mismatch',
  'no_names',
  'self_signed',
  'untrusted_root',
]);
const shortDays = 21;
const urgentDays = 7;

/** Longest lifetimes that authorities may give, by the day of issue (CABF BR 6.3.2). */
const lifetimes = [
  { from: '2029-03-15', days: 47 },
  { from: '2027-03-15', days: 100 },
  { from: '2026-03-15', days: 200 },
  { from: '2020-09-01', days: 398 },
] as const;

/** Judges the TLS of one address. */
export function judgeEndpoint({ verdict, rootSent, lifetime, endpoint }: SessionView): Finding[] {
  const evidence = `${endpoint.address} port ${endpoint.port}`;
  const findings: Finding[] = verdict.problems.map(({ code, message, rule }) => ({
    code,
    status: 'fail',
    severity: critical.has(code) ? 'critical' : 'high',
    message,
    rule,
    advice: adviceFor(code),
    evidence,
  }));
  if (verdict.valid) {
    findings.push({
      code: 'chain_valid',
      status: 'pass',
      message: `The certificate for ${endpoint.serverName} verifies up to a trusted root.`,
      rule: 'RFC 5280 section 6; RFC 9525',
      evidence,
    });
  }
  findings.push(
    ...verdict.irregularities.slice(0, 10).map(({ code, message, rule, certificate }) => ({
      code: `irregular_${code}`,
      status: 'warning' as const,
      severity: 'low' as const,
      message,
      rule,
      advice: 'Have the certificate issued anew by an authority that keeps to the rules.',
      evidence: certificate ?? evidence,
    })),
  );
  return [
    ...findings,
    ...judgeShape(endpoint, rootSent, evidence),
    ...judgeTimes(endpoint, lifetime, evidence),
    ...judgeStaples(endpoint, evidence),
  ];
}

function adviceFor(code: ChainProblemCode): string {
  switch (code) {
    case 'expired':
      return 'Renew the certificate, and let renewal run by itself.';
    case 'incomplete_chain':
      return 'Let the server send the intermediate certificates as well.';
    case 'name_mismatch':
    case 'no_names':
      return 'Have a certificate issued that lists this name in subjectAltName.';
    case 'self_signed':
    case 'untrusted_root':
      return 'Have a certificate issued by an authority that clients trust.';
    case 'weak_key':
    case 'weak_signature':
      return 'Make a new key (P-256, or RSA with 2,048 bits or more) and have a certificate issued with SHA-256.';
    default:
      return 'Have a certificate issued anew, and let the server send its chain.';
  }
}

function judgeShape(
  endpoint: TlsEndpoint | SessionView['endpoint'],
  rootSent: boolean,
  evidence: string,
): Finding[] {
  const findings: Finding[] = [];
  if (endpoint.order === 'out_of_order') {
    findings.push({
      code: 'chain_out_of_order',
      status: 'warning',
      severity: 'low',
      message: 'The certificates are not sent in the order in which they certify each other.',
      rule: 'RFC 5246 section 7.4.2; RFC 8446 section 4.4.2',
      advice: "Put the server's certificate first and each issuer behind what it issued.",
      evidence,
    });
  }
  if (endpoint.extra.length > 0) {
    findings.push({
      code: 'extra_certificates',
      status: 'warning',
      severity: 'low',
      message: `${endpoint.extra.length} certificates are sent without need: ${endpoint.extra.slice(0, 3).join('; ')}.`,
      rule: 'RFC 8446 section 4.4.2',
      advice: 'Take them out of the file that the server sends.',
      evidence,
    });
  }
  if (rootSent) {
    findings.push({
      code: 'root_sent',
      status: 'info',
      message: 'The root is sent along, which clients have to have anyway.',
      rule: 'RFC 8446 section 4.4.2',
      evidence,
    });
  }
  return findings;
}

function judgeTimes(
  endpoint: SessionView['endpoint'],
  lifetime: number | undefined,
  evidence: string,
): Finding[] {
  const [own, ...others] = endpoint.chain;
  if (own === undefined || lifetime === undefined || own.isExpired) return [];
  const findings: Finding[] = [];
  const few = Math.min(shortDays, lifetime / 4);
  if (own.daysUntilExpiry < few) {
    findings.push({
      code: 'expires_soon',
      status: 'warning',
      severity: own.daysUntilExpiry < Math.min(urgentDays, lifetime / 8) ? 'high' : 'medium',
      message: `The certificate runs out in ${own.daysUntilExpiry} days, on ${own.notAfter.slice(0, 10)}.`,
      rule: 'RFC 5280 section 4.1.2.5',
      advice: 'Renew it now, and see why that did not happen by itself.',
      evidence,
    });
  }
  const earlier = others.find(({ notAfter }) => notAfter < own.notAfter);
  if (earlier !== undefined && !earlier.isExpired) {
    findings.push({
      code: 'issuer_expires_first',
      status: 'warning',
      severity: 'low',
      message: `${earlier.subject} runs out before the certificate does, on ${earlier.notAfter.slice(0, 10)}.`,
      rule: 'RFC 5280 section 6.1.3',
      advice: 'Let the server send a newer certificate of the authority.',
      evidence,
    });
  }
  const limit = lifetimes.find(({ from }) => own.notBefore >= from)?.days;
  if (limit !== undefined && lifetime > limit) {
    findings.push({
      code: 'lifetime_too_long',
      status: 'warning',
      severity: 'low',
      message: `The certificate is good for ${lifetime} days; public authorities may give ${limit}.`,
      rule: 'CABF BR 6.3.2',
      advice: 'Have certificates issued for a shorter time, and renew by itself.',
      evidence,
    });
  }
  return findings;
}

function judgeStaples({ chain: [own], staple }: SessionView['endpoint'], evidence: string): Finding[] {
  if (staple === null) {
    if (!own?.mustStaple) return [];
    return [
      {
        code: 'staple_missing',
        status: 'fail',
        severity: 'high',
        message: 'The certificate demands a stapled OCSP response, and none was sent.',
        rule: 'RFC 7633 section 4.3.3',
        advice: 'Switch stapling on at the server.',
        evidence,
      },
    ];
  }
  if (staple.status === 'revoked') {
    return [
      {
        code: 'certificate_revoked',
        status: 'fail',
        severity: 'critical',
        message: `The authority has revoked the certificate, on ${staple.revokedAt?.slice(0, 10) ?? 'some day'}.`,
        rule: 'RFC 6960 section 2.2',
        advice: 'Replace certificate and key at once.',
        evidence,
      },
    ];
  }
  if (staple.problem === null && staple.status === 'good') {
    return [
      {
        code: 'staple_good',
        status: 'pass',
        message: 'The stapled OCSP response is good and current.',
        rule: 'RFC 6960 section 3.2',
        evidence,
      },
    ];
  }
  return [
    {
      code: 'staple_bad',
      status: 'warning',
      severity: own?.mustStaple ? 'high' : 'medium',
      message: staple.problem ?? `The responder does not know the certificate (${staple.status}).`,
      rule: 'RFC 6960 section 3.2',
      advice: 'See that the server can reach the responder and renews the response in time.',
      evidence,
    },
  ];
}
