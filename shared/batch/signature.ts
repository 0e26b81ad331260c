import { createHmac, timingSafeEqual } from 'node:crypto';
import { BatchError } from './batch-error.ts';

/**
 * The signature header travels with a batch as `X-Sonde-Signature: v1=<hex>`, an HMAC-SHA-256 of its bytes under the
 * sender's key. It ties the rows to the key: a batch that was altered on the road, or spooled under another identity,
 * is refused.
 */
export const signatureHeader = 'x-sonde-signature';
const domain = 'sonde batch signature v1\n';

/** Computes the header's value for a whole batch under an API key. */
export function signBatch(batch: Uint8Array, key: string): string {
  return `v1=${digest(batch, key).toString('hex')}`;
}

/** Throws a BatchError `bad_signature` unless the header's value was made over these bytes with this key. */
export function verifyBatch(batch: Uint8Array, key: string, signature: string | undefined): void {
  const hex = /^v1=([0-9a-f]{64})$/.exec(signature ?? '')?.[1];
  if (hex === undefined) {
    throw new BatchError(
      'bad_signature',
      `A batch needs the header ${signatureHeader}: v1=<HMAC-SHA-256 in hex>.`,
    );
  }
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), digest(batch, key))) {
    throw new BatchError('bad_signature', "The batch's signature does not match its bytes and the key.");
  }
}

function digest(batch: Uint8Array, key: string): Buffer {
  return createHmac('sha256', key).update(domain).update(batch).digest();
}
