import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
}

interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
}

/** What a test changes to see it refused. */
export interface Lies {
  readonly origin?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly host?: string;
  /** Flags of the authenticator data: 0x05 is present and verified. */
  readonly flags?: number;
  readonly signCount?: number;
}

type Kind = 'ec' | 'ed25519' | 'rsa';

/** An authenticator and its browser in a few lines: makes a passkey and signs with it, or lies. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly #origin: string;
  readonly #algorithm: number;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  #handle: string | undefined;
  signCount = 0;

  constructor(origin: string, kind: Kind = 'ec') {
    this.#origin = origin;
    this.#algorithm = { ec: -7, ed25519: -8, rsa: -257 }[kind];
    const pair =
      kind === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : kind === 'rsa'
          ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
          : generateKeyPairSync('ed25519');
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  /** As `PublicKeyCredential.toJSON()` tells of a new passkey. */
  create({ rp, user, challenge }: CreationOptions, lies: Lies = {}) {
    this.#handle = user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const made = Buffer.concat([Buffer.alloc(16), length, this.credentialId, Buffer.from('a0', 'hex')]);
    const authenticatorData = Buffer.concat([this.#data(rp.id, lies.flags ?? 0x45, lies), made]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#said('webauthn.create', challenge, lies).toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        publicKey: this.#publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        publicKeyAlgorithm: this.#algorithm,
        transports: ['internal'],
        attestationObject: 'o2M',
      },
      clientExtensionResults: {},
    };
  }

  /** As `PublicKeyCredential.toJSON()` tells of an assertion. */
  get({ rpId, challenge }: RequestOptions, lies: Lies = {}) {
    const clientData = this.#said('webauthn.get', challenge, lies);
    const authenticatorData = this.#data(rpId, lies.flags ?? 0x05, lies);
    const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')]);
    const digest = this.#algorithm === -8 ? null : 'sha256';
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(digest, signed, this.#privateKey).toString('base64url'),
        ...(this.#handle !== undefined && { userHandle: this.#handle }),
      },
      clientExtensionResults: {},
    };
  }

  #named() {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  #said(type: string, challenge: string, lies: Lies): Buffer {
    const said = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { host: _host, flags: _flags, signCount: _count, ...changed } = lies;
    return Buffer.from(JSON.stringify({ ...said, ...changed }));
  }

  #data(host: string, flags: number, lies: Lies): Buffer {
    const rest = Buffer.alloc(5);
    rest[0] = flags;
    rest.writeUInt32BE(lies.signCount ?? this.signCount, 1);
    return Buffer.concat([hash('sha256', lies.host ?? host, 'buffer'), rest]);
  }
}
