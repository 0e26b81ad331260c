import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, TsigRecord } from './request.ts';
import { appendTsig, type TsigFields, timers, variables, withoutTsig } from './tsig-record.ts';

/** The TSIG algorithms sign transactions (RFC 8945) with full-length MACs; truncated ones are refused. */

export const tsigAlgorithms = { 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const;
export type TsigAlgorithm = keyof typeof tsigAlgorithms;

export interface TsigKey {
  /** In stored form. */
  readonly name: string;
  readonly algorithm: TsigAlgorithm;
  readonly secret: Buffer;
}

const tsigErrors = { badSignature: 16, badKey: 17, badTime: 18, badTruncation: 22 } as const;
export type TsigError = keyof typeof tsigErrors;

/** Seconds that clocks may differ. */
const fudge = 300;

/** Checks a message's MAC; undefined if it is good. `prior` is the MAC of the request if the message is a response. */
export function verifyTsig(
  message: Request,
  key: TsigKey | undefined,
  now: number,
  prior?: Buffer,
): TsigError | undefined {
  const { tsig } = message;
  if (
    tsig === undefined ||
    key === undefined ||
    tsig.keyName !== key.name ||
    tsig.algorithm !== key.algorithm
  ) {
    return 'badKey';
  }
  const expected = firstDigest(withoutTsig(message.bytes, tsig), tsig, key, prior);
  if (tsig.mac.length !== expected.length) {
    return tsig.mac.length >= expected.length / 2 && tsig.mac.length < expected.length
      ? 'badTruncation'
      : 'badSignature';
  }
  if (!timingSafeEqual(tsig.mac, expected)) return 'badSignature';
  return Math.abs(Math.floor(now / 1_000) - tsig.timeSigned) > Math.min(tsig.fudge, fudge)
    ? 'badTime'
    : undefined;
}

/** Signs a request; answers it with the MAC that its response is bound to. */
export function signRequest(message: Buffer, key: TsigKey, now: number): { bytes: Buffer; mac: Buffer } {
  const fields = fieldsFor(key, message, now);
  const mac = firstDigest(message, fields, key);
  return { bytes: appendTsig(message, { ...fields, mac }), mac };
}

/**
 * A TSIG responder signs the messages of one answer, each bound to the one before it and the first to the request (RFC
 * 8945 section 5.3.1).
 */
export class TsigResponder {
  readonly #key: TsigKey;
  #prior: Buffer;
  #first = true;

  constructor(key: TsigKey, requestMac: Buffer) {
    this.#key = key;
    this.#prior = requestMac;
  }

  sign(message: Buffer, now: number): Buffer {
    const fields = fieldsFor(this.#key, message, now);
    const mac = this.#first
      ? firstDigest(message, fields, this.#key, this.#prior)
      : laterDigest(message, fields, this.#key, this.#prior);
    this.#first = false;
    this.#prior = mac;
    return appendTsig(message, { ...fields, mac });
  }
}

/**
 * Writes the answer to a request whose signature is not good: with the error in its TSIG record. Only one whose time
 * alone is off can be signed (RFC 8945 section 5.2), as the others do not show that their sender knows the key.
 */
export function refuseTsig(
  response: Buffer,
  tsig: TsigRecord,
  error: TsigError,
  key: TsigKey | undefined,
  now: number,
) {
  const signed = error === 'badTime' && key !== undefined;
  const fields: TsigFields = {
    keyName: tsig.keyName,
    algorithm: tsig.algorithm,
    timeSigned: signed ? tsig.timeSigned : Math.floor(now / 1_000),
    fudge,
    mac: Buffer.alloc(0),
    originalId: response.readUInt16BE(0),
    error: tsigErrors[error],
    other: signed ? serverTime(now) : Buffer.alloc(0),
  };
  return appendTsig(
    response,
    signed ? { ...fields, mac: firstDigest(response, fields, key, tsig.mac) } : fields,
  );
}

function fieldsFor(key: TsigKey, message: Buffer, now: number): TsigFields {
  return {
    keyName: key.name,
    algorithm: key.algorithm,
    timeSigned: Math.floor(now / 1_000),
    fudge,
    mac: Buffer.alloc(0),
    originalId: message.readUInt16BE(0),
    error: 0,
    other: Buffer.alloc(0),
  };
}

function firstDigest(message: Buffer, fields: TsigFields, key: TsigKey, prior?: Buffer): Buffer {
  const hmac = createHmac(tsigAlgorithms[key.algorithm], key.secret);
  if (prior !== undefined) hmac.update(withLength(prior));
  return hmac.update(message).update(variables(fields)).digest();
}

function laterDigest(message: Buffer, fields: TsigFields, key: TsigKey, prior: Buffer): Buffer {
  const hmac = createHmac(tsigAlgorithms[key.algorithm], key.secret);
  return hmac.update(withLength(prior)).update(message).update(timers(fields)).digest();
}

function withLength(mac: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(mac.length);
  return Buffer.concat([size, mac]);
}

function serverTime(now: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(Math.floor(now / 1_000), 0, 6);
  return bytes;
}
