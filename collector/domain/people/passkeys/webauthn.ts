import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { RelyingParty } from './relying-party.ts';

/**
 * These algorithms of signatures are taken (RFC 9053, RFC 8812): ECDSA with P-256, Ed25519, RSA. Browsers read the keys
 * of all three.
 */
export const algorithms = [-7, -8, -257] as const;
type Algorithm = (typeof algorithms)[number];

/** Bits of RSA moduli: longer ones cost time to verify. */
const rsaBits = { least: 2_048, most: 4_096 };

/** Flags of authenticator data (WebAuthn section 6.1). */
const flags = { present: 0x01, verified: 0x04, backedUp: 0x10, hasCredential: 0x40 };

/** A passkey fault states what is wrong with the answer of an authenticator. */
export class PasskeyFault extends Error {}

/** A ceremony states the challenge and the relying party that an authenticator has to answer to. */
export interface Ceremony {
  readonly challenge: string;
  readonly party: RelyingParty;
}

interface AuthenticatorData {
  readonly signCount: number;
  readonly backedUp: boolean;
  /** The id of a credential that was just made. */
  readonly credentialId: Buffer | undefined;
}

export interface Registration {
  readonly credentialId: Buffer;
  readonly clientData: Buffer;
  readonly authenticatorData: Buffer;
  /** The key as the browser took it out of the authenticator data: SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
  readonly algorithm: number;
}

/**
 * Verifies a registration (WebAuthn section 7.1) without attestation: which maker the authenticator is of is not asked, so
 * that nothing in it is signed, and the key may as well be taken from the browser as from the CBOR that it read.
 */
export function verifyRegistration(
  { credentialId, clientData, authenticatorData, publicKey, algorithm }: Registration,
  ceremony: Ceremony,
): { signCount: number; backedUp: boolean } {
  checkClientData(clientData, 'webauthn.create', ceremony);
  const data = readAuthenticatorData(authenticatorData, ceremony.party);
  if (data.credentialId === undefined || !data.credentialId.equals(credentialId)) {
    throw new PasskeyFault('the authenticator made another credential');
  }
  readKey(publicKey, algorithm);
  return data;
}

export interface Assertion {
  readonly clientData: Buffer;
  readonly authenticatorData: Buffer;
  readonly signature: Buffer;
}

/** Verifies what an authenticator signed (WebAuthn section 7.2). */
export function verifyAssertion(
  { clientData, authenticatorData, signature }: Assertion,
  publicKey: Buffer,
  ceremony: Ceremony,
): { signCount: number; backedUp: boolean } {
  checkClientData(clientData, 'webauthn.get', ceremony);
  const data = readAuthenticatorData(authenticatorData, ceremony.party);
  const key = readKey(publicKey);
  const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')]);
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  if (!verify(digest, signed, key, signature)) throw new PasskeyFault('the signature is wrong');
  return data;
}

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/** Checks what the browser says (section 5.8.1): for which page, and as the answer to what. */
function checkClientData(bytes: Buffer, type: string, { challenge, party }: Ceremony): void {
  const said = clientDataSchema.safeParse(readJson(bytes)).data;
  if (said?.type !== type) throw new PasskeyFault('it is the answer to another question');
  if (said.challenge !== challenge) throw new PasskeyFault('the challenge is another');
  if (said.origin !== party.origin) throw new PasskeyFault('it is of a page of another origin');
  if (said.crossOrigin === true) throw new PasskeyFault('the page was in the frame of another');
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads authenticator data (section 6.1): 32 octets of the host's hash, flags, a count, and a new credential if any. */
function readAuthenticatorData(bytes: Buffer, party: RelyingParty): AuthenticatorData {
  if (bytes.length < 37) throw new PasskeyFault('the authenticator data are too short');
  const host = hash('sha256', party.id, 'buffer');
  if (!bytes.subarray(0, 32).equals(host)) throw new PasskeyFault('it is for another host');
  const set = bytes[32]!;
  if ((set & flags.present) === 0) throw new PasskeyFault('nobody was there');
  if ((set & flags.verified) === 0) throw new PasskeyFault('the authenticator did not verify who was there');
  return {
    signCount: bytes.readUInt32BE(33),
    backedUp: (set & flags.backedUp) !== 0,
    credentialId: (set & flags.hasCredential) === 0 ? undefined : readCredentialId(bytes),
  };
}

/** After 16 octets that name the model: a length and the id (section 6.5.2). */
function readCredentialId(bytes: Buffer): Buffer {
  if (bytes.length < 55) throw new PasskeyFault('the authenticator data are too short');
  const length = bytes.readUInt16BE(53);
  const id = bytes.subarray(55, 55 + length);
  if (length === 0 || length > 1_023 || id.length < length) {
    throw new PasskeyFault('the credential has an odd length');
  }
  return id;
}

/** A public key of a kind that is taken; with `algorithm`, of that. */
function readKey(der: Buffer, algorithm?: number): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    throw new PasskeyFault('the public key can not be read');
  }
  const found = algorithmOf(key);
  if (found === undefined || (algorithm !== undefined && algorithm !== found)) {
    throw new PasskeyFault('the public key is of a kind that is not taken');
  }
  return key;
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): Algorithm | undefined {
  if (asymmetricKeyType === 'ed25519') return -8;
  if (asymmetricKeyType === 'ec') return details?.namedCurve === 'prime256v1' ? -7 : undefined;
  if (asymmetricKeyType !== 'rsa') return undefined;
  const bits = details?.modulusLength ?? 0;
  const isUsual = bits >= rsaBits.least && bits <= rsaBits.most && details?.publicExponent === 65_537n;
  return isUsual ? -257 : undefined;
}
