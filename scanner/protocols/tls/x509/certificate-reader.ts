import { hash } from 'node:crypto';
import { DerError } from '../der/der-error.ts';
import type { Certificate } from './certificate.ts';
import { parseCertificate } from './parse-certificate.ts';

const mostKept = 500;
/** Larger ones are rare, and would cost memory that most do not. */
const largestKept = 8_192;

/**
 * A certificate reader parses certificates and caches some: the same authorities' certificates come with the sites of
 * millions, and each is read several times while one chain is judged.
 */
export class CertificateReader {
  readonly #kept = new Map<string, Certificate | DerError>();

  /** Throws a DerError if it is no certificate. */
  read(der: Uint8Array): Certificate {
    if (der.length > largestKept) return parseCertificate(der);
    const key = hash('sha256', der, 'base64');
    let found = this.#kept.get(key);
    if (found === undefined) found = readOrError(der);
    else this.#kept.delete(key);
    // What was used last stays longest.
    this.#kept.set(key, found);
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!);
    if (found instanceof DerError) throw found;
    return found;
  }

  /** Reads the certificate into a list of one; the list is empty if it is none. */
  readable(der: Uint8Array): Certificate[] {
    try {
      return [this.read(der)];
    } catch (error) {
      if (error instanceof DerError) return [];
      throw error;
    }
  }
}

function readOrError(der: Uint8Array): Certificate | DerError {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof DerError) return error;
    throw error;
  }
}
