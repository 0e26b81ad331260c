import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { SigningKeyStore, WrittenReport } from '../../../ports/compliance/compliance-reports.ts';
import { canonicalJson } from '../../detection/receipt/canonical-json.ts';

type Document = WrittenReport['document'];

/** What stands before the bytes that are signed, so that no signature is good for anything else. */
const purpose = 'sonde compliance report v1\n';

/** Signs reports with the installation's own key (Ed25519, RFC 8032), which it makes when it is first asked for. */
export class ReportSigner {
  readonly #keys: SigningKeyStore;
  #key: Promise<KeyObject> | undefined = undefined;

  constructor(keys: SigningKeyStore) {
    this.#keys = keys;
  }

  async sign(document: Document): Promise<WrittenReport> {
    const key = await this.#load();
    const bytes = bytesOf(document);
    return {
      document,
      digest: digestOf(bytes),
      signature: sign(null, bytes, key).toString('base64'),
      keyId: keyIdOf(createPublicKey(key)),
    };
  }

  /** SubjectPublicKeyInfo, PEM. */
  async publicKey(): Promise<{ keyId: string; publicKey: string }> {
    const key = createPublicKey(await this.#load());
    return { keyId: keyIdOf(key), publicKey: key.export({ type: 'spki', format: 'pem' }).toString() };
  }

  /** Whether a document is as this installation signed it. */
  async verify({ document, digest, signature }: Omit<WrittenReport, 'keyId'>): Promise<{
    digestMatches: boolean;
    signatureMatches: boolean;
  }> {
    const bytes = bytesOf(document);
    const key = createPublicKey(await this.#load());
    return {
      digestMatches: digestOf(bytes) === digest,
      signatureMatches: verify(null, bytes, key, Buffer.from(signature, 'base64')),
    };
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

function bytesOf(document: Document): Buffer {
  return Buffer.from(purpose + canonicalJson(document));
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}
