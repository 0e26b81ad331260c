import { classes, types } from './constants.ts';
import type { TsigRecord } from './request.ts';
import { wireName } from './wire-name.ts';

export type TsigFields = Omit<TsigRecord, 'start'>;

/** Adds a TSIG record to a message and counts it in the header. The message is changed only in its copy. */
export function appendTsig(message: Buffer, fields: TsigFields): Buffer {
  const algorithm = wireName(fields.algorithm);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(types.TSIG, 0);
  fixed.writeUInt16BE(classes.ANY, 2);
  fixed.writeUInt16BE(algorithm.length + 16 + fields.mac.length + fields.other.length, 8);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(fields.mac.length);
  const tail = Buffer.alloc(6);
  tail.writeUInt16BE(fields.originalId, 0);
  tail.writeUInt16BE(fields.error, 2);
  tail.writeUInt16BE(fields.other.length, 4);
  const whole = Buffer.concat([
    message,
    wireName(fields.keyName),
    fixed,
    algorithm,
    timers(fields),
    size,
    fields.mac,
    tail,
    fields.other,
  ]);
  whole.writeUInt16BE(whole.readUInt16BE(10) + 1, 10);
  return whole;
}

/**
 * Restores the message as it was before its TSIG record was added (RFC 8945 section 5.3.2): without it, and under its
 * first id.
 */
export function withoutTsig(message: Buffer, tsig: TsigRecord): Buffer {
  const bytes = Buffer.from(message.subarray(0, tsig.start));
  bytes.writeUInt16BE(tsig.originalId, 0);
  bytes.writeUInt16BE(bytes.readUInt16BE(10) - 1, 10);
  return bytes;
}

/** Writes the variables that go into the digest of a first message (RFC 8945 section 4.3.3). */
export function variables(fields: TsigFields): Buffer {
  const anyClassAndNoTtl = Buffer.from([0, classes.ANY, 0, 0, 0, 0]);
  const tail = Buffer.alloc(4);
  tail.writeUInt16BE(fields.error, 0);
  tail.writeUInt16BE(fields.other.length, 2);
  return Buffer.concat([
    wireName(fields.keyName),
    anyClassAndNoTtl,
    wireName(fields.algorithm),
    timers(fields),
    tail,
    fields.other,
  ]);
}

/** Writes the part of the variables that goes into the digest of each further message of an answer. */
export function timers({ timeSigned, fudge }: Pick<TsigFields, 'timeSigned' | 'fudge'>): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUIntBE(timeSigned, 0, 6);
  bytes.writeUInt16BE(fudge, 6);
  return bytes;
}
