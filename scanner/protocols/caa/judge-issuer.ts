import type { Finding } from '../../ports/finding.ts';
import type { CertificateSummary } from '../tls/certificate-summary.ts';
import { knownAuthorities } from './authorities.ts';
import type { CaaResult } from './caa-result.ts';

/**
 * An issuer fit states whether the authority that issued a certificate may issue now; null if the authority is not
 * known, or CAA is not.
 */
export interface IssuerFit {
  readonly permitted: boolean | null;
  readonly findings: readonly Finding[];
}

/**
 * Holds the certificate that is in use against the CAA records. They bind authorities when they issue, so a certificate of before
 * is no fault: what does not fit will fail at its renewal.
 */
export function judgeIssuer(
  domain: string,
  caa: Pick<CaaResult, 'issuance' | 'wildcardIssuance'>,
  certificate: Pick<CertificateSummary, 'issuer' | 'dnsNames'>,
): IssuerFit {
  const wildcard =
    !certificate.dnsNames.includes(domain) && certificate.dnsNames.some((name) => name.startsWith('*.'));
  const verdict = wildcard ? caa.wildcardIssuance : caa.issuance;
  if (verdict.permits === 'undetermined') return { permitted: null, findings: [] };
  if (verdict.permits === 'anyone') return { permitted: true, findings: [] };
  const domains = issuerDomains(certificate.issuer);
  if (domains.length === 0 && verdict.permits === 'listed') return { permitted: null, findings: [] };
  if (verdict.issuers?.some((issuer) => domains.includes(issuer.domain))) {
    return {
      permitted: true,
      findings: [
        {
          code: 'issuer_permitted',
          status: 'pass',
          message: 'The authority that issued the certificate is one that CAA permits.',
          rule: 'RFC 8659 section 4.2',
          evidence: certificate.issuer,
        },
      ],
    };
  }
  return {
    permitted: false,
    findings: [
      {
        code: 'issuer_not_permitted',
        status: 'warning',
        severity: 'medium',
        message: `CAA of ${domain} does not permit the authority that issued the certificate in use; it will not be renewed.`,
        rule: 'RFC 8659 section 4.2',
        advice:
          domains[0] === undefined
            ? 'Permit the authority, or have another issue.'
            : `Add: CAA 0 issue "${domains[0]}".`,
        evidence: certificate.issuer,
      },
    ],
  };
}

/** Issuer domains of the organisation in an issuer's name (RFC 4514). */
function issuerDomains(issuer: string): string[] {
  const name = issuer.toLowerCase();
  return [
    ...new Set(
      knownAuthorities
        .filter(({ organizations }) => organizations.some((one) => names(name, one.toLowerCase())))
        .flatMap(({ domains }) => domains),
    ),
  ];
}

function names(issuer: string, organization: string): boolean {
  const written = organization.replace(/["+,;<>\\]/g, '\\$&');
  return `,${issuer},`.includes(`,o=${written},`);
}
