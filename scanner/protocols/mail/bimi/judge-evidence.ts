import { X509Certificate } from 'node:crypto';

/** id-kp-BrandIndicatorforMessageIdentification (RFC 3709 and the BIMI draft section 4.4). */
const brandIndicator = '1.3.6.1.5.5.7.3.31';

export interface Evidence {
  readonly subject: string | null;
  readonly notAfter: string | null;
  readonly problems: readonly string[];
}

/**
 * Reads a mark certificate and lists its problems; its issuer is not judged. `domains`: the domains that it may be for.
 */
export function readEvidence(pem: string, domains: readonly string[], now: number): Evidence {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return { subject: null, notAfter: null, problems: ['It is no certificate in PEM.'] };
  }
  const problems: string[] = [];
  if (certificate.validToDate.getTime() < now) problems.push('It has expired.');
  if (certificate.validFromDate.getTime() > now) problems.push('It is not valid yet.');
  if (!certificate.keyUsage?.includes(brandIndicator)) problems.push('It is not for brand indicators.');
  const names = [...(certificate.subjectAltName ?? '').matchAll(/DNS:([^,\s"]+)/g)].map(([, name]) =>
    name!.toLowerCase(),
  );
  const wanted = domains.flatMap((domain) => [domain, `default._bimi.${domain}`]);
  if (!names.some((name) => wanted.includes(name))) problems.push('It is not for this domain.');
  return {
    subject: certificate.subject?.replaceAll('\n', ', ').slice(0, 500) ?? null,
    notAfter: certificate.validToDate.toISOString(),
    problems,
  };
}
