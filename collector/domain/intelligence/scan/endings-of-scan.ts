import type { EncryptedDnsResult } from '@sonde/scanner/checks/encrypted-dns/scan-encrypted-dns.ts';
import type { SmtpResult } from '@sonde/scanner/checks/smtp/smtp-result.ts';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { partResult } from '@sonde/scanner/result/part-result.ts';
import type { Ending } from './alert-expiry.ts';

/**
 * Lists all that a scan saw and that ends some day: certificates of the web and mail servers and of resolvers, and the
 * registration.
 */
export function endingsOfScan({ domain, summary, parts }: DomainScan): Ending[] {
  const { certificate, registration } = summary;
  const web: Ending[] =
    certificate == null
      ? []
      : [
          {
            domain,
            what: 'certificate',
            place: 'web',
            identity: certificate.fingerprint,
            endsAt: certificate.validUntil,
          },
        ];
  const mail = (partResult<SmtpResult>(parts, 'smtp')?.servers ?? []).flatMap(
    ({ host, address, port, notAfter }): Ending[] =>
      // The time of its end tells a certificate from the next, as no fingerprint is kept.
      notAfter === null
        ? []
        : [
            {
              domain,
              what: 'certificate',
              place: `smtp ${host} ${address} ${port}`,
              identity: notAfter,
              endsAt: notAfter,
            },
          ],
  );
  const resolvers = (partResult<EncryptedDnsResult>(parts, 'encrypted-dns')?.endpoints ?? []).flatMap(
    ({ kind, host, address, port, fingerprint, notAfter }): Ending[] =>
      notAfter === null
        ? []
        : [
            {
              domain,
              what: 'certificate',
              place: `${kind} ${host} ${address} ${port}`,
              identity: fingerprint ?? notAfter,
              endsAt: notAfter,
            },
          ],
  );
  const registered: Ending[] =
    registration?.expiresAt == null
      ? []
      : [
          {
            domain,
            what: 'registration',
            place: 'registration',
            identity: registration.expiresAt,
            endsAt: registration.expiresAt,
          },
        ];
  return [...web, ...mail, ...resolvers, ...registered].filter(
    ({ endsAt }) => !Number.isNaN(Date.parse(endsAt)),
  );
}
