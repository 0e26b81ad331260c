import type { Certificate } from '../x509/certificate.ts';
import { irregular, type Judgement } from './judgement.ts';

/**
 * Checks that each certificate has at least the TLS features of its issuer, such as stapled responses (RFC 7633 section
 * 4.2.2). Few clients look.
 */
export function checkTlsFeatures(path: readonly Certificate[]): Judgement[] {
  return path.slice(0, -1).flatMap((certificate, index) => {
    const wanted = path[index + 1]!.extensions.tlsFeatures?.value ?? [];
    const own = certificate.extensions.tlsFeatures?.value ?? [];
    if (wanted.every((feature) => own.includes(feature))) return [];
    const message = 'The certificate lacks a TLS feature that its issuer has.';
    return [irregular('missing_extension', message, 'RFC 7633 section 4.2.2', certificate)];
  });
}
