import type { MessageReader } from '@sonde/shared/message/message-reader.ts';
import * as hashWords from './hash-words.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { finish, mix } = hashWords;

/** The unknown answer stands for an answer of which the capture lost a part: it is like any other. */
export const unknownAnswer = 0;

const truncated = 0x0200;
const additional = 3;
const signatureType = 46;
/** Octets before the name, for types whose data is a name that may be compressed. */
const namesAt: Readonly<Record<number, number>> = { 2: 0, 5: 0, 6: 0, 12: 0, 15: 2, 39: 0 };

/**
 * Computes the hash of a response's content: its code, whether it is truncated, and the types and data of its answers
 * and authorities, in any order. Lifetimes count down and caches rotate records, so that lifetimes and order are left
 * out; so is the additional section. Two responses of one hash are taken to say the same; the secret seed keeps an
 * attacker from making a collision that hides the second response.
 */
export function hashOfAnswer(message: MessageReader, seed: number): number {
  if (message.cut) return unknownAnswer;
  let sum = message.responseCode | ((message.flags & truncated) << 8);
  const { records, recordData, recordSection } = message;
  for (let index = 0; index < records; index++) {
    if (recordSection[index] === additional) break;
    sum = (sum + finish(hashOfRecord(message, recordData[index]!, seed))) | 0;
  }
  return sum === unknownAnswer ? 1 : sum;
}

function hashOfRecord({ bytes, view, start }: MessageReader, data: number, seed: number): number {
  const type = view.getUint16(data - 10);
  const end = data + view.getUint16(data - 2);
  // A signature says nothing that what it signs does not.
  if (type === signatureType) return 0;
  let hash = mix(seed, type);
  const name = type > 39 ? undefined : namesAt[type];
  if (name !== undefined && data < end) return hashOfName(bytes, start, data + name, hash);
  let at = data;
  for (; at + 4 <= end; at += 4) hash = mix(hash, view.getInt32(at));
  for (; at < end; at++) hash = mix(hash, bytes[at]!);
  return hash;
}

/** Of a name that was checked before, whatever its letters and pointers. */
function hashOfName(bytes: Uint8Array, start: number, at: number, seed: number): number {
  let hash = seed;
  let position = at;
  for (let length = bytes[position]!; length !== 0; length = bytes[position]!) {
    if (length >= 0xc0) {
      position = start + (((length & 0x3f) << 8) | bytes[position + 1]!);
      continue;
    }
    const end = position + 1 + length;
    for (; position < end; position++) {
      const octet = bytes[position]!;
      hash = mix(hash, octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet);
    }
  }
  return hash;
}
