import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { canonicalPieces } from '@sonde/shared/documents/canonical-json.ts';
import { keyIdOf, purpose, verifyReport } from '@sonde/shared/documents/signed-report.ts';
import type {
  SignedReport,
  SigningKeyStore,
  WrittenReport,
} from '../../../ports/compliance/compliance-reports.ts';

type Document = WrittenReport['document'];

/** Characters of a piece of a document after which others have their turn. */
const worthATurn = 10_000;
const hashedAtOnce = 1024 * 1024;
const signInThread = promisify<null, Buffer, KeyObject, Buffer>(sign);

/**
 * A report signer signs reports with the installation's own key (Ed25519, RFC 8032), which it makes when it is first
 * asked for.
 */
export class ReportSigner {
  readonly #keys: SigningKeyStore;
  #key: Promise<KeyObject> | undefined = undefined;

  constructor(keys: SigningKeyStore) {
    this.#keys = keys;
  }

  /** Signs a document, which may be of many megabytes, in turns with other work. */
  async sign(document: Document): Promise<SignedReport> {
    const key = await this.#load();
    const pieces: string[] = [];
    for (const piece of canonicalPieces(document)) {
      pieces.push(piece);
      if (piece.length > worthATurn) await turn();
    }
    const text = pieces.join('');
    const bytes = Buffer.from(purpose + text);
    const hash = createHash('sha256');
    for (let at = 0; at < bytes.length; at += hashedAtOnce) {
      await turn();
      hash.update(bytes.subarray(at, at + hashedAtOnce));
    }
    return {
      document,
      text,
      digest: hash.digest('hex'),
      // In a thread of Node's own.
      signature: (await signInThread(null, bytes, key)).toString('base64'),
      keyId: keyIdOf(createPublicKey(key)),
    };
  }

  /**
   * The headers that a receiver checks an event by, after the Standard Webhooks specification with an asymmetric key: it needs
   * the public key and no secret. `seconds` is Unix time.
   */
  async signWebhook({
    id,
    seconds,
    body,
  }: {
    id: string;
    seconds: number;
    body: string;
  }): Promise<Record<string, string>> {
    const bytes = Buffer.from(`${id}.${seconds}.${body}`);
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1a,${sign(null, bytes, await this.#load()).toString('base64')}`,
    };
  }

  /** SubjectPublicKeyInfo, PEM. */
  async publicKey(): Promise<{ keyId: string; publicKey: string }> {
    const key = createPublicKey(await this.#load());
    return { keyId: keyIdOf(key), publicKey: key.export({ type: 'spki', format: 'pem' }).toString() };
  }

  /** Verifies that a document is as this installation signed it. */
  async verify({ document, digest, signature }: Omit<WrittenReport, 'keyId'>): Promise<{
    digestMatches: boolean;
    signatureMatches: boolean;
  }> {
    return verifyReport(document, { digest, signature }, createPublicKey(await this.#load()));
  }

  async #load(): Promise<KeyObject> {
    const make = () =>
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    this.#key ??= this.#keys.keep(make).then(createPrivateKey);
    try {
      return await this.#key;
    } catch (error) {
      // The store may be back when it is asked next.
      this.#key = undefined;
      throw error;
    }
  }
}
