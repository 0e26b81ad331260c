import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** The versions of QUIC whose Initial packets anyone can read: 1 (RFC 9001 section 5.2) and 2 (RFC 9369 section 3.3). */
const versions = {
  1: {
    salt: Buffer.from('38762cf7f55934b34d179ae6a4c80cadccbb7f0a', 'hex'),
    labels: ['quic key', 'quic iv', 'quic hp'],
    initialType: 0,
  },
  // 0x6b3343cf
  1798521807: {
    salt: Buffer.from('0dede3def700a6db819381be6e269dcbf9bd2ed9', 'hex'),
    labels: ['quicv2 key', 'quicv2 iv', 'quicv2 hp'],
    initialType: 1,
  },
} as const;
export type QuicVersion = keyof typeof versions;

const tagBytes = 16;
const sampleBytes = 16;
const maxConnectionId = 20;

/** A long header (RFC 9000 section 17.2): where its packet's parts lie. */
export interface InitialHeader {
  readonly version: QuicVersion;
  readonly destinationId: Uint8Array;
  readonly packetNumberAt: number;
  readonly start: number;
  /** Behind the last octet of the packet. Others may follow in the datagram. */
  readonly end: number;
}

export interface InitialKeys {
  readonly version: QuicVersion;
  readonly id: string;
  readonly key: Buffer;
  readonly iv: Buffer;
  readonly headerKey: Buffer;
}

/** Tells whether octets begin like a packet of QUIC with a long header, of whichever version. */
export function hasLongHeader(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at >= 7 && (bytes[at]! & 0xc0) === 0xc0;
}

/** Reads the header of an Initial packet; undefined if it is another kind of packet, of an unknown version, or none. */
export function readInitialHeader(bytes: Uint8Array, start: number, end: number): InitialHeader | undefined {
  if (!hasLongHeader(bytes, start, end)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const number = view.getUint32(start + 1);
  if (!(number in versions)) return undefined;
  const version = number as QuicVersion;
  if (((bytes[start]! >> 4) & 3) !== versions[version].initialType) return undefined;
  let at = start + 5;
  const destinationBytes = bytes[at++]!;
  if (destinationBytes > maxConnectionId || at + destinationBytes >= end) return undefined;
  const destinationId = bytes.subarray(at, at + destinationBytes);
  at += destinationBytes;
  const sourceBytes = bytes[at++]!;
  at += sourceBytes;
  if (sourceBytes > maxConnectionId || at >= end) return undefined;
  const token = readNumber(bytes, at, end);
  if (token === undefined) return undefined;
  const length = readNumber(bytes, token.end + token.value, end);
  if (length === undefined) return undefined;
  const packetNumberAt = length.end;
  const packetEnd = packetNumberAt + length.value;
  if (packetEnd > end || length.value < 4 + sampleBytes) return undefined;
  return { version, destinationId, packetNumberAt, start, end: packetEnd };
}

/** Derives the keys of what a client sends first, out of the id that it chose for the server. */
export function initialKeys(version: QuicVersion, destinationId: Uint8Array): InitialKeys {
  const { salt, labels } = versions[version];
  const initial = hmac(salt, destinationId);
  const secret = expand(initial, 'client in', 32);
  const [key, iv, header] = labels;
  return {
    version,
    id: Buffer.from(destinationId).toString('hex'),
    key: expand(secret, key, 16),
    iv: expand(secret, iv, 12),
    headerKey: expand(secret, header, 16),
  };
}

/** Opens an Initial packet; undefined if it was not made with these keys. */
export function openInitial(bytes: Uint8Array, header: InitialHeader, keys: InitialKeys): Buffer | undefined {
  const { packetNumberAt, start, end } = header;
  const sample = bytes.subarray(packetNumberAt + 4, packetNumberAt + 4 + sampleBytes);
  const mask = createCipheriv('aes-128-ecb', keys.headerKey, null).setAutoPadding(false).update(sample);
  const first = bytes[start]! ^ (mask[0]! & 0x0f);
  const numberBytes = (first & 3) + 1;
  const payloadAt = packetNumberAt + numberBytes;
  if (end - payloadAt < tagBytes) return undefined;
  const head = Buffer.from(bytes.subarray(start, payloadAt));
  head[0] = first;
  const nonce = Buffer.from(keys.iv);
  for (let index = 0; index < numberBytes; index++) {
    const at = head.length - numberBytes + index;
    head[at]! ^= mask[index + 1]!;
    // The first packets of a connection have numbers that need no more than what is sent of them.
    nonce[12 - numberBytes + index]! ^= head[at]!;
  }
  const decipher = createDecipheriv('aes-128-gcm', keys.key, nonce).setAAD(head);
  decipher.setAuthTag(bytes.subarray(end - tagBytes, end));
  const payload = decipher.update(bytes.subarray(payloadAt, end - tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return payload;
}

/** Frames that a client sends with its hello: PADDING, PING, ACK, CRYPTO and CONNECTION_CLOSE (RFC 9000 section 17.2.2). */
const frames = { padding: 0, ping: 1, ack: 2, ackWithCounts: 3, crypto: 6, close: 0x1c } as const;

/** Gives out the CRYPTO frames of an opened packet, up to a frame that breaks the rules. */
export function cryptoFrames(
  payload: Uint8Array,
  take: (offset: number, start: number, end: number) => void,
): void {
  const { length } = payload;
  let at = 0;
  const next = (): number => {
    const number = readNumber(payload, at, length);
    at = number?.end ?? length + 1;
    return number?.value ?? 0;
  };
  while (at < length) {
    const type = payload[at++]!;
    if (type === frames.padding || type === frames.ping) continue;
    if (type === frames.close) return;
    if (type === frames.ack || type === frames.ackWithCounts) {
      next();
      next();
      const ranges = next();
      next();
      for (let index = 0; index < ranges && at <= length; index++) {
        next();
        next();
      }
      if (type === frames.ackWithCounts) for (let index = 0; index < 3; index++) next();
    } else if (type === frames.crypto) {
      const offset = next();
      const size = next();
      if (at + size > length) return;
      take(offset, at, at + size);
      at += size;
    } else return;
    if (at > length) return;
  }
}

/** Reads a number of variable length (RFC 9000 section 16); undefined if it runs over the end or is no length of ours. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  end: number,
): { readonly value: number; readonly end: number } | undefined {
  if (at >= end) return undefined;
  const size = 1 << (bytes[at]! >> 6);
  if (at + size > end) return undefined;
  let value = bytes[at]! & 0x3f;
  for (let index = 1; index < size; index++) value = value * 256 + bytes[at + index]!;
  return { value, end: at + size };
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** HKDF-Expand-Label (RFC 8446 section 7.1) of one block, with an empty context. */
function expand(secret: Buffer, label: string, length: number): Buffer {
  const name = `tls13 ${label}`;
  const info = Buffer.from(`\0${String.fromCharCode(length, name.length)}${name}\0\x01`, 'latin1');
  return hmac(secret, info).subarray(0, length);
}
