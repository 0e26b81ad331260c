import { jsonElements } from '@sonde/shared/documents/json-elements.ts';

/** The forms of registration files that the collector takes. */
export const forms = ['zone', 'csv', 'json'] as const;
export type Form = (typeof forms)[number];

/** A file part is as much of a file as one request carries. */
export interface FilePart {
  readonly content: Buffer;
  /** Octets of the file up to here, from which another import may go on; null if the form has no such place. */
  readonly end: number | null;
}

export class LongLineError extends Error {}

const newline = 0x0a;
const quote = 0x22;

/**
 * Cuts a file into parts that stand by themselves: between lines, records of CSV or elements of an array of JSON, and in a zone
 * between owners, so that all name servers of a domain come together. Parts of CSV begin with the header each. Throws a
 * LongLineError if a piece that must not be cut is longer than a part.
 */
export async function* fileParts(
  chunks: AsyncIterable<Uint8Array>,
  form: Form,
  partOctets: number,
): AsyncGenerator<FilePart> {
  const [pending, isArray] = await beginning(chunks, form);
  if (isArray) yield* elementParts(pending, partOctets);
  else yield* lineParts(pending, form, partOctets);
}

/** Looks at what a file begins with, and gives all of it. */
async function beginning(
  chunks: AsyncIterable<Uint8Array>,
  form: Form,
): Promise<[AsyncIterable<Uint8Array>, isArray: boolean]> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let step = first; step.done !== true; step = await iterator.next()) yield step.value;
  }
  const isArray =
    form === 'json' &&
    first.done !== true &&
    /^\s*\[/.test(Buffer.from(first.value).toString('latin1', 0, 1_024));
  return [all(), isArray];
}

async function* elementParts(
  chunks: AsyncIterable<Uint8Array>,
  partOctets: number,
): AsyncGenerator<FilePart> {
  let [lines, octets]: [string[], number] = [[], 0];
  const part = (): FilePart => ({ content: Buffer.from(`${lines.join('\n')}\n`), end: null });
  for await (const texts of jsonElements(chunks)) {
    for (const text of texts) {
      // An element may have line ends in it, which mean nothing in JSON.
      const line = text.replaceAll(/[\r\n]+/g, ' ');
      const size = Buffer.byteLength(line) + 1;
      if (octets + size > partOctets && lines.length > 0) {
        yield part();
        [lines, octets] = [[], 0];
      }
      lines.push(line);
      octets += size;
    }
  }
  if (lines.length > 0) yield part();
}

async function* lineParts(
  chunks: AsyncIterable<Uint8Array>,
  form: Form,
  partOctets: number,
): AsyncGenerator<FilePart> {
  const cutIn = { zone: betweenOwners, csv: betweenRecords, json: betweenLines }[form];
  let pending: Uint8Array[] = [];
  let octets = 0;
  let header: Buffer = Buffer.alloc(0);
  let end = 0;
  const part = (content: Buffer): FilePart => {
    const whole = end === 0 ? content : Buffer.concat([header, content]);
    if (end === 0 && form === 'csv') header = content.subarray(0, firstRecord(content));
    end += content.length;
    return { content: whole, end };
  };
  for await (const chunk of chunks) {
    pending.push(chunk);
    octets += chunk.length;
    if (octets < partOctets) continue;
    let rest = Buffer.concat(pending);
    while (rest.length >= partOctets) {
      const cut = cutIn(rest.subarray(0, partOctets));
      if (cut === 0) throw new LongLineError();
      yield part(rest.subarray(0, cut));
      rest = rest.subarray(cut);
    }
    [pending, octets] = [[rest], rest.length];
  }
  if (octets > 0) yield part(Buffer.concat(pending));
}

function betweenLines(content: Buffer): number {
  return content.lastIndexOf(newline) + 1;
}

/** The place behind the last record: line ends within quotes are part of a field (RFC 4180 section 2). */
function betweenRecords(content: Buffer): number {
  let [isQuoted, cut] = [false, 0];
  for (let at = 0; at < content.length; at++) {
    if (content[at] === quote) isQuoted = !isQuoted;
    else if (content[at] === newline && !isQuoted) cut = at + 1;
  }
  return cut;
}

function firstRecord(content: Buffer): number {
  let isQuoted = false;
  for (let at = 0; at < content.length; at++) {
    if (content[at] === quote) isQuoted = !isQuoted;
    else if (content[at] === newline && !isQuoted) return at + 1;
  }
  return content.length;
}

/** The place between the last two owners; between lines, if all are one owner's. */
function betweenOwners(content: Buffer): number {
  const last = betweenLines(content);
  let lineEnd = last;
  let following: string | undefined;
  while (lineEnd > 0) {
    const begin = content.lastIndexOf(newline, lineEnd - 2) + 1;
    const owner = /^\S*/
      .exec(content.toString('latin1', begin, Math.min(lineEnd, begin + 1_024)))![0]
      .toLowerCase();
    if (following !== undefined && owner !== following) return lineEnd;
    following = owner;
    lineEnd = begin;
  }
  return last;
}
