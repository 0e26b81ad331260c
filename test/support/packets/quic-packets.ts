import { createCipheriv } from 'node:crypto';
import { initialKeys, type QuicVersion } from '../../../agent/encrypted/quic-initial.ts';

export const quicVersions = { v1: 1, v2: 0x6b3343cf } as const;

function variable(value: number): Buffer {
  const bytes = Buffer.alloc(value < 64 ? 1 : 2);
  if (value < 64) bytes[0] = value;
  else bytes.writeUInt16BE(value | 0x4000);
  return bytes;
}

export function cryptoFrame(offset: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(6), variable(offset), variable(data.length), data]);
}

/** Seals a client's Initial packet as RFC 9001 section 5 says; padded to a whole datagram unless `size` says less. */
export function initialPacket(
  version: QuicVersion,
  destinationId: Uint8Array,
  packetNumber: number,
  frames: Uint8Array,
  { size = 1_162, keysOf = destinationId }: { size?: number; keysOf?: Uint8Array } = {},
): Buffer {
  const keys = initialKeys(version, keysOf);
  const payload = Buffer.alloc(Math.max(size, frames.length));
  payload.set(frames);
  const type = version === quicVersions.v1 ? 0 : 1;
  const versionBytes = Buffer.alloc(4);
  versionBytes.writeUInt32BE(version);
  const number = Buffer.alloc(4);
  number.writeUInt32BE(packetNumber);
  const head = Buffer.concat([
    Buffer.of(0xc3 | (type << 4)),
    versionBytes,
    Buffer.of(destinationId.length),
    destinationId,
    Buffer.of(0, 0),
    variable(payload.length + 4 + 16),
    number,
  ]);
  const nonce = Buffer.from(keys.iv);
  for (let index = 0; index < 4; index++) nonce[8 + index]! ^= number[index]!;
  const cipher = createCipheriv('aes-128-gcm', keys.key, nonce).setAAD(head);
  const sealed = Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()]);
  const mask = createCipheriv('aes-128-ecb', keys.headerKey, null)
    .setAutoPadding(false)
    .update(sealed.subarray(0, 16));
  head[0]! ^= mask[0]! & 0x0f;
  for (let index = 0; index < 4; index++) head[head.length - 4 + index]! ^= mask[index + 1]!;
  return Buffer.concat([head, sealed]);
}
