import { type CipherGCMTypes, createDecipheriv, createHmac } from 'node:crypto';

/** The ciphers that are opened: those of TLS 1.3, and of 1.2 those with the same algorithms. */
interface Suite {
  readonly cipher: CipherGCMTypes | 'chacha20-poly1305';
  readonly keyBytes: number;
  readonly hash: 'sha256' | 'sha384';
}

const aes128: Suite = { cipher: 'aes-128-gcm', keyBytes: 16, hash: 'sha256' };
const aes256: Suite = { cipher: 'aes-256-gcm', keyBytes: 32, hash: 'sha384' };
const chacha: Suite = { cipher: 'chacha20-poly1305', keyBytes: 32, hash: 'sha256' };
const suites: ReadonlyMap<number, Suite> = new Map([
  ...[0x1301, 0xc02b, 0xc02f, 0x9c, 0x9e].map((code) => [code, aes128] as const),
  ...[0x1302, 0xc02c, 0xc030, 0x9d, 0x9f].map((code) => [code, aes256] as const),
  ...[0x1303, 0xcca8, 0xcca9, 0xccaa].map((code) => [code, chacha] as const),
]);
const tagBytes = 16;
const nonceBytes = 12;
const explicitBytes = 8;

/** A record opener opens the records of one direction, one after the other. */
export interface RecordOpener {
  /** Returns what is in a record, whose header is its first five octets; undefined if it was not made with this key. */
  open(record: Uint8Array): Buffer | undefined;
  /** The opener behind a KeyUpdate (RFC 8446 section 7.2); undefined before TLS 1.3. */
  readonly next: (() => RecordOpener) | undefined;
}

/** Makes the opener of a secret of TLS 1.3 (RFC 8446 section 7.3); undefined for other ciphers than those that are opened. */
export function openerOfSecret(code: number, secret: Buffer): RecordOpener | undefined {
  const suite = suites.get(code);
  if (suite === undefined) return undefined;
  const { hash, keyBytes } = suite;
  const key = expand(hash, secret, 'key', keyBytes);
  const iv = expand(hash, secret, 'iv', nonceBytes);
  let count = 0;
  return {
    open: (record) => {
      const opened = decrypt(suite, key, nonceOf(iv, count), record.subarray(0, 5), record.subarray(5));
      if (opened !== undefined) count++;
      return opened;
    },
    next: () => openerOfSecret(code, expand(hash, secret, 'traffic upd', secret.length))!,
  };
}

/** Makes the openers of the client's and the server's records of TLS 1.2 (RFC 5246 section 6.3) from the master secret. */
export function openersOfMaster(
  code: number,
  master: Buffer,
  clientRandom: Uint8Array,
  serverRandom: Uint8Array,
): readonly [client: RecordOpener, server: RecordOpener] | undefined {
  const suite = suites.get(code);
  if (suite === undefined || code >> 8 === 0x13) return undefined;
  const { keyBytes, hash } = suite;
  const ivBytes = suite === chacha ? nonceBytes : nonceBytes - explicitBytes;
  const seed = Buffer.concat([Buffer.from('key expansion'), serverRandom, clientRandom]);
  const block = pseudoRandom(hash, master, seed, 2 * (keyBytes + ivBytes));
  const opener = (side: 0 | 1): RecordOpener => {
    const key = block.subarray(side * keyBytes, (side + 1) * keyBytes);
    const ivAt = 2 * keyBytes + side * ivBytes;
    return opener12(suite, key, block.subarray(ivAt, ivAt + ivBytes));
  };
  return [opener(0), opener(1)];
}

/** Records of TLS 1.2 (RFC 5288, RFC 7905), whose number and length are signed with them. */
function opener12(suite: Suite, key: Buffer, iv: Buffer): RecordOpener {
  let count = 0;
  const explicit = suite === chacha ? 0 : explicitBytes;
  return {
    next: undefined,
    open: (record) => {
      const size = record.length - 5 - explicit - tagBytes;
      if (size < 0) return undefined;
      const signed = Buffer.alloc(13);
      signed.writeUIntBE(count, 2, 6);
      signed.set(record.subarray(0, 3), 8);
      signed.writeUInt16BE(size, 11);
      const nonce =
        explicit === 0 ? nonceOf(iv, count) : Buffer.concat([iv, record.subarray(5, 5 + explicit)]);
      const opened = decrypt(suite, key, nonce, signed, record.subarray(5 + explicit));
      if (opened !== undefined) count++;
      return opened;
    },
  };
}

function decrypt(
  { cipher }: Suite,
  key: Buffer,
  nonce: Buffer,
  signed: Uint8Array,
  sealed: Uint8Array,
): Buffer | undefined {
  const size = sealed.length - tagBytes;
  if (size < 0) return undefined;
  const options = { authTagLength: tagBytes };
  const decipher =
    cipher === 'chacha20-poly1305'
      ? createDecipheriv(cipher, key, nonce, options).setAAD(signed, { plaintextLength: size })
      : createDecipheriv(cipher, key, nonce, options).setAAD(signed);
  decipher.setAuthTag(sealed.subarray(size));
  const opened = decipher.update(sealed.subarray(0, size));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return opened;
}

function nonceOf(iv: Buffer, count: number): Buffer {
  const nonce = Buffer.from(iv);
  const number = Buffer.alloc(6);
  number.writeUIntBE(count, 0, 6);
  for (let index = 0; index < 6; index++) nonce[6 + index]! ^= number[index]!;
  return nonce;
}

/** HKDF-Expand-Label of RFC 8446 section 7.1, of one block, with an empty context. */
function expand(hash: string, secret: Buffer, label: string, length: number): Buffer {
  const name = `tls13 ${label}`;
  const info = Buffer.concat([Buffer.of(0, length, name.length), Buffer.from(name), Buffer.of(0, 1)]);
  return createHmac(hash, secret).update(info).digest().subarray(0, length);
}

/** The pseudorandom function of TLS 1.2 (RFC 5246 section 5). */
function pseudoRandom(hash: string, secret: Buffer, seed: Buffer, length: number): Buffer {
  const parts: Buffer[] = [];
  let chained = seed;
  for (let made = 0; made < length; made += parts.at(-1)!.length) {
    chained = createHmac(hash, secret).update(chained).digest();
    parts.push(createHmac(hash, secret).update(chained).update(seed).digest());
  }
  return Buffer.concat(parts, length);
}
