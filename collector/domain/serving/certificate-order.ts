import type { KeptCertificate } from '../../ports/system/serving-certificates.ts';
import type { AccountTerms } from './acme/acme-account.ts';
import type { ChallengeKind } from './acme/obtain-certificate.ts';

/** A certificate order states what is asked of which authority. */
export interface CertificateOrder {
  /** The address of the authority's directory. */
  readonly directory: string;
  /** Host names in lower case. */
  readonly names: readonly string[];
  readonly challenge: ChallengeKind;
  readonly terms: AccountTerms;
}

/** Tells whether a certificate is what the order asks for. */
export function fulfils(
  { directory, names }: Pick<KeptCertificate, 'directory' | 'names'>,
  order: CertificateOrder,
): boolean {
  return directory === order.directory && names.join() === order.names.join();
}

/** Writes what tells an order from another: a failure of one does not put the other off. */
export function orderIdentity({ directory, names, challenge, terms }: CertificateOrder): string {
  const { contact, termsAgreed, external } = terms;
  return JSON.stringify([directory, names, challenge, contact, termsAgreed, external?.id ?? null]);
}
