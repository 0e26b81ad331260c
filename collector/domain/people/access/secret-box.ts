import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Random } from '@sonde/shared/system/random.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/**
 * A secret box keeps secrets that have to be used again, and so can't be kept as hashes: encrypted (AES-256-GCM) by a
 * key that derives from the installation's secret (HKDF, RFC 5869), each bound to the name that it was sealed for.
 */
export class SecretBox {
  readonly #key: Uint8Array;
  readonly #random: Random;

  /** `secret` is the one that tokens are signed with, which collectors that share a database have in common. */
  constructor(secret: Uint8Array, random: Random) {
    this.#key = new Uint8Array(hkdfSync('sha256', secret, '', 'sonde secret box', 32));
    this.#random = random;
  }

  seal(name: string, secret: string): string {
    const nonce = this.#random.bytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce);
    cipher.setAAD(Buffer.from(name));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${version}.${sealed.toString('base64url')}`;
  }

  /** Undefined if it was sealed with another secret or for another name, or is damaged. */
  open(name: string, sealed: string): string | undefined {
    const [given, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    if (given !== version || bytes.length < nonceBytes + tagBytes) return undefined;
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      const content = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
      return Buffer.concat([content, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
