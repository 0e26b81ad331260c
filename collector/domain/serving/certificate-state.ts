import { X509Certificate } from 'node:crypto';
import type { CertificateState, TlsMaterial } from '../../ports/system/serving-certificates.ts';
import { CertificateKeeper } from './certificate-keeper.ts';

/** Tells of the certificate that is served, what it is and how it stands with the next one. */
export function certificateState(
  served: CertificateKeeper | { readonly material: TlsMaterial } | undefined,
  now: number,
): CertificateState {
  if (served === undefined) return { ...unknown, source: 'none' };
  const certificate = new X509Certificate(served.material.cert);
  const facts = {
    ...unknown,
    names: namesOf(certificate),
    issuer: attribute(certificate.issuer),
    endsAt: new Date(certificate.validTo),
  };
  if (!(served instanceof CertificateKeeper)) return { ...facts, source: 'files' };
  const { kept, attempts } = served;
  const notBefore = attempts?.notBefore ?? null;
  return {
    ...facts,
    source: 'acme',
    renewsAt: kept?.renewAt ?? null,
    temporary: kept === null,
    failures: attempts?.failures ?? 0,
    failedAt: attempts?.failedAt ?? null,
    lastFailure: attempts?.lastFailure ?? null,
    nextAttemptAt: notBefore !== null && notBefore.getTime() > now ? notBefore : null,
  };
}

const unknown: Omit<CertificateState, 'source'> = {
  names: null,
  issuer: null,
  endsAt: null,
  renewsAt: null,
  temporary: false,
  failures: 0,
  failedAt: null,
  lastFailure: null,
  nextAttemptAt: null,
};

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
}

/** The common name, or else the organisation, of a name that is written line by line. */
function attribute(name: string): string | null {
  return /^CN=(.+)$/m.exec(name)?.[1] ?? /^O=(.+)$/m.exec(name)?.[1] ?? null;
}
