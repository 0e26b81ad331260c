import { FlattenedSign } from 'jose/jws/flattened/sign';
import { AcmeError } from './acme-error.ts';
import type { AcmeSession } from './acme-session.ts';

export interface AccountTerms {
  /** E-mail addresses that the authority may write to. */
  readonly contact: readonly string[];
  readonly termsAgreed: boolean;
  /** What binds the account to one that the operator has with the authority already (RFC 8555 section 7.3.4). */
  readonly external: { readonly id: string; readonly key: Uint8Array } | undefined;
}

/**
 * Finds the account of the session's key, or makes it. Throws an AcmeError if the authority's terms are not agreed to, or an
 * external account is missing.
 */
export async function openAccount(session: AcmeSession, terms: AccountTerms): Promise<void> {
  const { newAccount, meta } = await session.directory();
  if (meta?.termsOfService !== undefined && !terms.termsAgreed) {
    throw new AcmeError(
      'userActionRequired',
      `The certificate authority has terms, ${meta.termsOfService}: read them, and agree by SONDE_ACME_TERMS_AGREED=true.`,
    );
  }
  if (meta?.externalAccountRequired === true && terms.external === undefined) {
    throw new AcmeError(
      'externalAccountRequired',
      'The certificate authority wants an account of its own: SONDE_ACME_EXTERNAL_ACCOUNT and SONDE_ACME_EXTERNAL_KEY.',
    );
  }
  const { external } = terms;
  const { location } = await session.send(newAccount, {
    ...(terms.termsAgreed ? { termsOfServiceAgreed: true } : {}),
    ...(terms.contact.length === 0 ? {} : { contact: terms.contact.map((address) => `mailto:${address}`) }),
    ...(external === undefined
      ? {}
      : { externalAccountBinding: await binding(session, newAccount, external) }),
  });
  if (location === undefined) {
    throw new AcmeError('malformedAnswer', 'The certificate authority names no address of the account.');
  }
  session.account = location;
}

async function binding(
  session: AcmeSession,
  url: string,
  external: NonNullable<AccountTerms['external']>,
): Promise<object> {
  return await new FlattenedSign(new TextEncoder().encode(JSON.stringify(session.jwk)))
    .setProtectedHeader({ alg: 'HS256', kid: external.id, url })
    .sign(external.key);
}
