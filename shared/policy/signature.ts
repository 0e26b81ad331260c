import { createHash, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

/**
 * The policy signature travels as `X-Sonde-Policy-Signature`: `ed25519=<base64>` (RFC 8032) under the collector's key,
 * made over the SHA-256 of the document's bytes, or `hmac-sha256=<hex>` under the secret that the resolver shares with
 * it, made over the bytes. Both sign behind a line that keeps them from being taken for a signature of something else.
 */
export const policySignatureHeader = 'x-sonde-policy-signature';
const domain = Buffer.from('sonde policy signature v1\n');

export type PolicySigner =
  | { readonly kind: 'ed25519'; readonly privateKey: KeyObject }
  | { readonly kind: 'hmac-sha256'; readonly secret: string };

export type PolicyVerifier =
  | { readonly kind: 'ed25519'; readonly publicKey: KeyObject }
  | { readonly kind: 'hmac-sha256'; readonly secret: string };

/** Computes the header's value. */
export function signPolicy(document: Uint8Array, signer: PolicySigner): string {
  if (signer.kind === 'hmac-sha256') return `hmac-sha256=${digest(document, signer.secret).toString('hex')}`;
  return `ed25519=${sign(null, signed(document), signer.privateKey).toString('base64')}`;
}

/** Checks whether the signature was made over these bytes; false also for one of another kind than asked for. */
export function verifyPolicy(document: Uint8Array, signature: string, verifier: PolicyVerifier): boolean {
  if (verifier.kind === 'hmac-sha256') {
    const hex = /^hmac-sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), digest(document, verifier.secret));
  }
  const base64 = /^ed25519=([A-Za-z0-9+/]{86}==)$/.exec(signature)?.[1];
  if (base64 === undefined || verifier.publicKey.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signed(document), verifier.publicKey, Buffer.from(base64, 'base64'));
}

/** Computes a strong entity tag (RFC 9110 section 8.8.3) of the document. */
export function policyEntityTag(document: Uint8Array): string {
  return `"${createHash('sha256').update(document).digest('base64url')}"`;
}

function digest(document: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(domain).update(document).digest();
}

/** The digest stands for the document, so that a large one is not copied to be signed. */
function signed(document: Uint8Array): Buffer {
  return Buffer.concat([domain, createHash('sha256').update(document).digest()]);
}
