const headerBytes = 12;

/**
 * Tells whether bytes look like a length and the header of a DNS message: how a reader finds its place in a stream that
 * it joined midway or that has a hole.
 */
export function looksLikeMessage(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 14) return false;
  return looksLikeHeader(bytes, start + 2, end, (bytes[start]! << 8) | bytes[start + 1]!);
}

/** Tells whether bytes look like the header of a message whose length came before, in a segment of its own. */
export function looksLikeHeader(bytes: Uint8Array, start: number, end: number, length: number): boolean {
  if (end - start < headerBytes || length < headerBytes) return false;
  const opcode = (bytes[start + 2]! >> 3) & 0x0f;
  const number = (at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
  const questions = number(start + 4);
  const records = number(start + 6) + number(start + 8) + number(start + 10);
  return opcode <= 6 && questions <= 1 && questions * 5 + records * 11 <= length - headerBytes;
}

/** How sure it is that a message begins somewhere: it does, it may with what is not there yet, it does not. */
const verdicts = { yes: 1, open: 0, no: -1 } as const;
/** Classes of questions and records, in numbers: others are in no message of ours but the size that an OPT record has in its place. */
const classes = [1, 3, 4, 254, 255];
const optType = 41;
const stateful = 6;
const longestName = 255;
const mostQuickBytes = 8;
/** The octets by which it is decided at the latest: a length, a header, the longest name, type and class. */
export const mostStartBytes = 2 + headerBytes + longestName + 4;

/** The search work is a bound on the labels of names that may still be walked over: octets may be made so that one seems to begin every few of them. */
export interface SearchWork {
  left: number;
}

/** The search work bound is that of one packet, which may release many segments. */
export const maxSearchWork = 8_192;

/** A start is where a message begins in bytes that were searched, or may begin if `isOpen`. */
export interface MessageStart {
  readonly at: number;
  readonly isOpen: boolean;
}

/**
 * Finds the first place in `bytes[start, end)`, before `until`, at which a message begins, its length first. Within the bytes it must have a
 * question of a class that there is; at `start`, where a sender began to write, what has none will do: an answer that goes on with a zone
 * transfer, or one to a question that could not be read.
 */
export function findMessageStart(
  bytes: Uint8Array,
  start: number,
  end: number,
  until: number,
  work: SearchWork,
): MessageStart | undefined {
  const whole = end - mostQuickBytes;
  for (let at = start; at < until && work.left > 0; at++) {
    // Nearly all octets are passed over at a glance: a message has one question.
    if (at > start && at <= whole && (bytes[at + 7] !== 1 || bytes[at + 6] !== 0)) continue;
    const verdict = verdictAt(bytes, at, end, at === start, work);
    if (verdict !== verdicts.no) return { at, isOpen: verdict === verdicts.open };
  }
  return undefined;
}

function verdictAt(
  bytes: Uint8Array,
  at: number,
  end: number,
  isBeginning: boolean,
  work: SearchWork,
): number {
  const left = end - at;
  const number = (offset: number): number => (bytes[at + offset]! << 8) | bytes[at + offset + 1]!;
  if (left < 2) return verdicts.open;
  const length = number(0);
  if (length < headerBytes) return verdicts.no;
  if (left < 5) return verdicts.open;
  const opcode = (bytes[at + 4]! >> 3) & 0x0f;
  if (opcode > stateful) return verdicts.no;
  if (left < 8) return left >= 7 && bytes[at + 6] !== 0 ? verdicts.no : verdicts.open;
  const questions = number(6);
  if (questions > 1) return verdicts.no;
  if (questions === 0 && !isBeginning) return verdicts.no;
  if (left < 14) return verdicts.open;
  const records = number(8) + number(10) + number(12);
  if (questions * 5 + records * 11 > length - headerBytes) return verdicts.no;
  if (questions === 0 && records === 0)
    return length === headerBytes || opcode === stateful ? verdicts.yes : verdicts.no;
  return ownerVerdict(bytes, at + 2 + headerBytes, end, at + 2 + length, questions === 0, work);
}

/** Judges by the question, or the first record: its name, type and class, which have to be within the message. */
function ownerVerdict(
  bytes: Uint8Array,
  start: number,
  end: number,
  messageEnd: number,
  isRecord: boolean,
  work: SearchWork,
): number {
  let at = start;
  for (;;) {
    work.left--;
    if (at >= messageEnd || at - start >= longestName) return verdicts.no;
    if (at >= end) return verdicts.open;
    const octet = bytes[at]!;
    // A question comes first: there is nothing that its name could point to.
    if (octet >= 0x40 && (octet < 0xc0 || !isRecord)) return verdicts.no;
    at += octet >= 0xc0 ? 2 : 1 + octet;
    if (octet === 0 || octet >= 0xc0) break;
  }
  if (at + 4 > messageEnd) return verdicts.no;
  if (at + 4 > end) return verdicts.open;
  const type = (bytes[at]! << 8) | bytes[at + 1]!;
  const isKnown = classes.includes((bytes[at + 2]! << 8) | bytes[at + 3]!) || (isRecord && type === optType);
  return type !== 0 && isKnown ? verdicts.yes : verdicts.no;
}
