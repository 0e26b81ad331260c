import type { DriftCertificate, DriftChange, DriftSnapshot } from './drift.ts';

/**
 * Compares the certificates that are served now with the ones served before; no change is reported if one of the scans
 * did not look at them.
 */
export function changedCertificates(before: DriftSnapshot, after: DriftSnapshot): DriftChange[] {
  if (before.certificates === null || after.certificates === null) return [];
  const gone = without(before.certificates, after.certificates);
  const come = without(after.certificates, before.certificates);
  if (gone.length === 0 && come.length === 0) return [];
  const issuers = new Set(gone.map(({ issuer }) => issuer));
  const otherIssuer = gone.length > 0 && come.some(({ issuer }) => !issuers.has(issuer));
  const kind = gone.length === 0 ? 'added' : come.length === 0 ? 'removed' : 'changed';
  return [
    {
      kind,
      about: 'certificate',
      subject: after.domain,
      recordType: null,
      oldValue: told(gone),
      newValue: told(come),
      severity: otherIssuer ? 'medium' : 'info',
      message: sentence(kind, otherIssuer),
    },
  ];
}

function without(all: readonly DriftCertificate[], others: readonly DriftCertificate[]): DriftCertificate[] {
  const known = new Set(others.map(({ fingerprint }) => fingerprint));
  return all.filter(({ fingerprint }) => !known.has(fingerprint));
}

function told(certificates: readonly DriftCertificate[]): string | null {
  if (certificates.length === 0) return null;
  return certificates
    .slice(0, 20)
    .map(({ fingerprint, issuer, notAfter }) => `${fingerprint} by ${issuer} until ${notAfter}`)
    .join('\n');
}

function sentence(kind: DriftChange['kind'], otherIssuer: boolean): string {
  if (kind === 'added') return 'A certificate is served that was not.';
  if (kind === 'removed') return 'A certificate is no longer served.';
  return otherIssuer
    ? 'The certificate was replaced by one of another authority.'
    : 'The certificate was renewed by the same authority.';
}
