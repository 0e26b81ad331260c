import { recordTypeName, recordTypeNumber } from '../dns/record-types.ts';
import { DataTexts } from '../record-data/data-text.ts';
import { encodeData } from './encode-data.ts';
import { readEntries, type Token } from './tokens.ts';
import { storedNameOf } from './wire-name-of.ts';
import { periodSeconds } from './words.ts';
import { ZoneFileError } from './zone-file-error.ts';

/** One record of a zone file. */
export interface ZoneRecord {
  /** In stored form (shared/dns/names.ts). */
  readonly name: string;
  readonly type: number;
  readonly class: number;
  /** Seconds. */
  readonly ttl: number;
  /** RDATA in wire format without compression, names in their letters. */
  readonly data: Buffer;
  /** Where it begins in the text, from 1. */
  readonly line?: number;
  /** RDATA in presentation form. */
  readonly text: string;
}

export interface ZoneFileOptions {
  /** In stored form; the root where absent. */
  readonly origin?: string;
  /** For records without one and without $TTL, seconds. */
  readonly defaultTtl?: number;
  readonly maxRecords?: number;
}

const classes: Readonly<Record<string, number>> = { IN: 1, CH: 3, HS: 4 };
const maxDataBytes = 0xffff;

/**
 * Reads a zone in master file format (RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5). $INCLUDE and $GENERATE
 * are refused: a text from outside must neither name files nor grow. Throws a ZoneFileError.
 */
export function readZoneFile(text: string, options: ZoneFileOptions = {}): ZoneRecord[] {
  const { maxRecords = 200_000 } = options;
  const texts = new DataTexts(maxDataBytes);
  const records: ZoneRecord[] = [];
  let origin = options.origin ?? '.';
  let stated = options.defaultTtl;
  let last: number | undefined;
  let owner: string | undefined;
  for (const { tokens, indented } of readEntries(text)) {
    const [first, second, third] = tokens as [Token, Token | undefined, Token | undefined];
    if (!first.quoted && first.text.startsWith('$')) {
      const directive = first.text.toUpperCase();
      if (directive === '$ORIGIN')
        origin = required(second ?? first, storedNameOf(second?.text ?? '', origin), 'an origin');
      else if (directive === '$TTL')
        stated = required(second ?? first, periodSeconds(second?.text ?? ''), 'a TTL of at most 32 bits');
      else throw new ZoneFileError(first, `${shown(first)} is not taken`);
      if (third !== undefined) throw new ZoneFileError(third, `${shown(third)} is a word too many`);
      continue;
    }
    if (!indented) owner = required(first, storedNameOf(first.text, origin), 'an owner name');
    const words = indented ? tokens : tokens.slice(1);
    const head = readHead(words, tokens.at(-1)!);
    const { type } = head;
    last = head.ttl ?? last;
    const record = {
      name: required(first, owner, 'an owner name'),
      type,
      class: head.class,
      line: first.line,
      ttl: required(first, head.ttl ?? stated ?? last, 'a TTL'),
      data: dataOf(type, words.slice(head.words), origin, words[head.words - 1]!),
    };
    records.push({ ...record, text: texts.text(record.data, type, head.class) });
    if (records.length > maxRecords) throw new ZoneFileError(first, `more than ${maxRecords} records`);
  }
  return records;
}

function dataOf(type: number, tokens: readonly Token[], origin: string, typeToken: Token): Buffer {
  const data = encodeData(type, tokens, origin);
  if (Buffer.isBuffer(data)) return data;
  const { fault, token } = data;
  const wanted = `data of type ${recordTypeName(type)} is needed`;
  const place = token ?? typeToken;
  const found = token === undefined ? '' : `, not ${shown(token)}`;
  throw new ZoneFileError(place, fault === undefined ? `${wanted}${found}` : `${wanted}: ${fault}`);
}

/** TTL and class stand before the type in either order, each once; nothing else may. */
function readHead(
  words: readonly Token[],
  end: Token,
): { ttl?: number; class: number; type: number; words: number } {
  let ttl: number | undefined;
  let recordClass: number | undefined;
  for (const [index, word] of words.entries()) {
    const named = word.quoted ? undefined : classNumber(word.text);
    const type = word.quoted ? undefined : recordTypeNumber(word.text);
    const period = word.quoted ? undefined : periodSeconds(word.text);
    if (named !== undefined && recordClass === undefined) recordClass = named;
    else if (type !== undefined) return { ttl, class: recordClass ?? 1, type, words: index + 1 };
    else if (period !== undefined && ttl === undefined) ttl = period;
    else if (/^[0-9]{9,}$/.test(word.text) && ttl === undefined) {
      throw new ZoneFileError(word, `a TTL of at most 32 bits is needed, not ${shown(word)}`);
    } else throw new ZoneFileError(word, `${shown(word)} is neither a TTL, a class nor a type`);
  }
  throw new ZoneFileError(end, 'a type is needed');
}

/** Of a mnemonic or of RFC 3597's `CLASS32`. */
function classNumber(text: string): number | undefined {
  const name = text.toUpperCase();
  if (Object.hasOwn(classes, name)) return classes[name];
  const digits = /^CLASS([0-9]{1,5})$/.exec(name)?.[1];
  return digits !== undefined && Number(digits) <= 65_535 ? Number(digits) : undefined;
}

function required<Value>(place: Token, value: Value | undefined, wanted: string): Value {
  if (value === undefined) throw new ZoneFileError(place, `${wanted} is needed`);
  return value;
}

/** A word for people, of bounded length. */
function shown({ text }: Token): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
