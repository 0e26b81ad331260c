import type { Finding } from '../../ports/finding.ts';
import type { StrictTransport, TlsEndpoint } from './tls-result.ts';

const halfYear = 15_552_000;

/** Judges the versions that the server accepts, apart from its certificate. */
export function judgeVersions({ versions, address, port }: TlsEndpoint): Finding[] {
  const evidence = `${address} port ${port}`;
  const accepts = (name: string) => versions.find(({ version }) => version === name)?.accepted;
  const old = ['TLSv1', 'TLSv1.1'].filter((name) => accepts(name) === true);
  const findings: Finding[] = [];
  if (old.length > 0) {
    findings.push({
      code: 'old_versions',
      status: 'warning',
      severity: 'medium',
      message: `The server takes ${old.join(' and ')}, which must not be used.`,
      rule: 'RFC 8996 section 4 and 5',
      advice: 'Switch them off; every client of the last ten years speaks TLS 1.2.',
      evidence,
    });
  }
  if (accepts('TLSv1.3') === false) {
    findings.push({
      code: 'no_tls_1_3',
      status: 'warning',
      severity: 'low',
      message: 'The server does not speak TLS 1.3.',
      rule: 'RFC 9325 section 3.1.1',
      advice: 'Switch TLS 1.3 on.',
      evidence,
    });
  } else if (accepts('TLSv1') === false && accepts('TLSv1.1') === false) {
    findings.push({
      code: 'modern_versions',
      status: 'pass',
      message: 'The server speaks TLS 1.3, and nothing older than TLS 1.2.',
      rule: 'RFC 9325 section 3.1.1',
      evidence,
    });
  }
  return findings;
}

/** Judges HSTS; no finding is made if the site could not be fetched. */
export function judgeStrictTransport(domain: string, policy: StrictTransport | null): Finding[] {
  if (policy === null) return [];
  const rule = 'RFC 6797 section 6.1';
  if (!policy.present || policy.maxAge === null || policy.maxAge === 0) {
    return [
      {
        code: policy.present ? 'hsts_without_effect' : 'no_hsts',
        status: 'warning',
        severity: 'low',
        message: policy.present
          ? `Strict-Transport-Security of ${domain} has no effect: ${policy.raw?.slice(0, 100)}`
          : `${domain} does not tell browsers to use HTTPS alone.`,
        rule,
        advice: 'Send Strict-Transport-Security: max-age=31536000.',
      },
    ];
  }
  if (policy.maxAge < halfYear) {
    return [
      {
        code: 'short_hsts',
        status: 'warning',
        severity: 'low',
        message: `Browsers keep to HTTPS for ${Math.floor(policy.maxAge / 86_400)} days only.`,
        rule,
        advice: 'Raise max-age to a year.',
      },
    ];
  }
  return [{ code: 'hsts', status: 'pass', message: `${domain} tells browsers to use HTTPS alone.`, rule }];
}
