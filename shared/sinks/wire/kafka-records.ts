import { gzipSync, zstdCompressSync } from 'node:zlib';
import { crc32c, crc32cOfChanged } from './crc32c.ts';

export interface KafkaRecord {
  readonly key: string;
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The bits of a batch's attributes that name its compression. */
const codecs = { none: 0, gzip: 1, zstd: 4 } as const;
export type KafkaCompression = keyof typeof codecs;

/** Octets of a batch from its beginning to behind its checksum, and to its records. */
const checkedFrom = 21;
const headBytes = 61;

/** Writes a batch of records in the form that brokers store (record batch, version 2). */
export function recordBatch(records: readonly KafkaRecord[], compression: KafkaCompression): Buffer {
  const [first] = records;
  const base = first?.at ?? 0;
  const plain = Buffer.concat(records.flatMap((record, index) => recordParts(record, index, base)));
  const body = compressed(plain, compression);
  const batch = Buffer.alloc(headBytes + body.length);
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeInt32BE(-1, 12);
  batch[16] = 2;
  batch.writeInt16BE(codecs[compression], 21);
  batch.writeInt32BE(records.length - 1, 23);
  batch.writeBigInt64BE(BigInt(base), 27);
  batch.writeBigInt64BE(BigInt(Math.max(base, ...records.map(({ at }) => at))), 35);
  // No producer yet: its id, epoch and sequence.
  batch.fill(0xff, 43, 57);
  batch.writeInt32BE(records.length, 57);
  batch.set(body, headBytes);
  batch.writeUInt32BE(crc32c(batch.subarray(checkedFrom)), 17);
  return batch;
}

/** A batch's numbers say who sent it, and how many records he sent to the partition before. */
export interface BatchNumbers {
  readonly producerId: bigint;
  readonly epoch: number;
  readonly sequence: number;
}

/** Gives the batch with numbers, and a checksum that covers them. */
export function numbered(batch: Buffer, { producerId, epoch, sequence }: BatchNumbers): Buffer {
  const head = Buffer.from(batch.subarray(0, headBytes));
  const before = crc32c(head.subarray(checkedFrom));
  head.writeBigInt64BE(producerId, 43);
  head.writeInt16BE(epoch, 51);
  head.writeInt32BE(sequence, 53);
  const changed = before ^ crc32c(head.subarray(checkedFrom));
  head.writeUInt32BE(crc32cOfChanged(head.readUInt32BE(17), changed, batch.length - headBytes), 17);
  return Buffer.concat([head, batch.subarray(headBytes)]);
}

export function recordsIn(batch: Buffer): number {
  return batch.readInt32BE(57);
}

function recordParts({ key, value, at }: KafkaRecord, index: number, base: number): Buffer[] {
  const ownKey = Buffer.from(key);
  const ownValue = Buffer.from(value);
  const parts = [
    Buffer.from([0]),
    variable(at - base),
    variable(index),
    variable(ownKey.length),
    ownKey,
    variable(ownValue.length),
    ownValue,
    variable(0),
  ];
  return [variable(parts.reduce((sum, { length }) => sum + length, 0)), ...parts];
}

/** A signed number, zigzag and in groups of seven bits. */
function variable(value: number): Buffer {
  const octets: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  while (rest > 0x7f) {
    octets.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...octets, rest]);
}

function compressed(bytes: Buffer, compression: KafkaCompression): Buffer {
  if (compression === 'gzip') return gzipSync(bytes);
  return compression === 'zstd' ? zstdCompressSync(bytes) : bytes;
}
