import { PartBuilder } from '@sonde/scanner/checks/part-builder.ts';
import { tellCertificates } from '@sonde/scanner/checks/transparency/scan-transparency.ts';
import type { TransparencyResult } from '@sonde/scanner/checks/transparency/transparency-result.ts';
import type { Check } from '@sonde/scanner/run/check.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { CertificateLogStore } from '../../../ports/transparency/certificate-logs.ts';
import type { CertificateArchive } from '../../../ports/transparency/certificates.ts';

export const transparencyCheck = 'cert-transparency';
const mostCertificates = 1_000;
const mostNames = 20;

interface Ports {
  readonly certificateArchive: Pick<CertificateArchive, 'search'>;
  readonly certificateLogs: Pick<CertificateLogStore, 'totals'>;
}

/**
 * Makes the check that lists certificates of a domain and all below it, out of the logs that are followed here; null
 * while none is.
 */
export function ownTransparencyCheck({ certificateArchive, certificateLogs }: Ports): Check {
  return {
    level: 'advanced',
    family: 'security',
    scanner: {
      id: transparencyCheck,
      async scan(domain, { clock }) {
        const part = new PartBuilder(transparencyCheck);
        try {
          const { followed } = await certificateLogs.totals();
          if (followed === 0) {
            part.error('not_followed', 'No certificate log is followed now.');
            return part.done<TransparencyResult | null>(null);
          }
          const { certificates, count } = await certificateArchive.search({
            name: domain,
            below: true,
            limit: mostCertificates,
            offset: 0,
          });
          const logged = certificates.map((one) => ({
            issuer: one.issuer,
            serialNumber: one.serial,
            names: one.names.slice(0, mostNames),
            notBefore: one.notBefore.toISOString(),
            notAfter: one.notAfter.toISOString(),
            loggedAt: one.firstLoggedAt.toISOString(),
          }));
          const told = tellCertificates(domain, 'followed logs', logged, part, clock.now());
          return { ...told, result: { ...told.result, total: count } };
        } catch (error) {
          if (!(error instanceof StoreError)) throw error;
          part.error('unavailable', 'What logs have could not be looked up.');
          return part.done<TransparencyResult | null>(null);
        }
      },
    },
  };
}
