import { recordTypeName, recordTypeNumber } from '../dns/record-types.ts';
import { DataTexts } from '../record-data/data-text.ts';
import { fieldsOf } from './data-fields.ts';
import { encodeData } from './encode-data.ts';
import { type Entry, readEntries, type Token } from './tokens.ts';
import { storedNameOf } from './wire-name-of.ts';
import { periodSeconds } from './words.ts';
import { ZoneFileError } from './zone-file-error.ts';

/** A zone record is one record of a zone file. */
export interface ZoneRecord {
  /** In stored form (shared/dns/names.ts). */
  readonly name: string;
  readonly type: number;
  readonly class: number;
  /** Seconds. */
  readonly ttl: number;
  /** RDATA in wire format without compression, names in their letters. */
  readonly data: Buffer;
  /** The line at which it begins in the text, from 1. */
  readonly line?: number;
  /** RDATA in presentation form. */
  readonly text: string;
}

export interface ZoneFileOptions {
  /** In stored form; the root if absent. */
  readonly origin?: string;
  /** For records without one and without $TTL, seconds. */
  readonly defaultTtl?: number;
  /** For those that have none and follow none that has, seconds. */
  readonly lastTtl?: number;
  readonly maxRecords?: number;
  /** Reading ends behind the first record of this type. */
  readonly upTo?: number;
  /** Is told of entries that can't be read, which are passed over, and of what some name servers can't. Without it the first of them is thrown. */
  readonly onFault?: (fault: ZoneFileError) => void;
}

const classes: Readonly<Record<string, number>> = { IN: 1, CH: 3, HS: 4 };
const maxDataBytes = 0xffff;
/** Reading ends behind so many entries that can't be read: each costs, and nobody mends more in one go. */
const mostFaults = 1_000;

/**
 * Reads a zone in master file format (RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5). $INCLUDE and $GENERATE
 * are refused: a text from outside must neither name files nor grow. Throws a ZoneFileError.
 */
export function readZoneFile(text: string, options: ZoneFileOptions = {}): ZoneRecord[] {
  const reader = new ZoneFileReader(options);
  const { onFault, upTo } = options;
  if (onFault === undefined) {
    for (const entry of readEntries(text)) {
      reader.read(entry);
      if (upTo !== undefined && reader.records.at(-1)?.type === upTo) break;
    }
    return reader.records;
  }
  let faults = 0;
  try {
    for (const entry of readEntries(text)) {
      const fault = reader.tryRead(entry);
      if (fault === undefined) {
        if (upTo !== undefined && reader.records.at(-1)?.type === upTo) break;
        continue;
      }
      onFault(fault);
      if (++faults < mostFaults) continue;
      onFault(new ZoneFileError(entry.tokens[0]!, `so far ${mostFaults} faults: what follows is not read`));
      break;
    }
  } catch (error) {
    if (!(error instanceof ZoneFileError) || error === reader.full) throw error;
    onFault(error);
  }
  return reader.records;
}

class ZoneFileReader {
  readonly records: ZoneRecord[] = [];
  /** Thrown if there are more records than are read. */
  full: ZoneFileError | undefined;
  readonly #texts = new DataTexts(maxDataBytes);
  readonly #maxRecords: number;
  #origin: string;
  #stated: number | undefined;
  #last: number | undefined;
  readonly #lastResort: number | undefined;
  readonly #onFault: ZoneFileOptions['onFault'];
  #owner: string | undefined;
  /** Whether the owner of what follows was not understood. */
  #isLost = false;

  constructor({ origin = '.', defaultTtl, lastTtl, maxRecords = 200_000, onFault }: ZoneFileOptions) {
    this.#onFault = onFault;
    this.#origin = origin;
    this.#stated = defaultTtl;
    this.#lastResort = lastTtl;
    this.#maxRecords = maxRecords;
  }

  /** What is wrong with the entry; throws if there is no room for more. */
  tryRead(entry: Entry): ZoneFileError | undefined {
    try {
      this.read(entry);
      return undefined;
    } catch (error) {
      if (!(error instanceof ZoneFileError) || error === this.full) throw error;
      return error;
    }
  }

  read({ tokens, indented }: Entry): void {
    const [first] = tokens as [Token, ...Token[]];
    if (!first.quoted && first.text.startsWith('$')) {
      this.#directive(tokens);
      return;
    }
    if (indented && this.#isLost) return;
    if (!indented) {
      this.#owner = storedNameOf(first.text, this.#origin);
      this.#isLost = this.#owner === undefined;
      if (/[^\\]@|^@./.test(first.text))
        this.#mind(first, 'an @ within a name is to be written \\@: Knot DNS refuses it');
    }
    const name = required(first, this.#owner, 'an owner name');
    const words = indented ? tokens : tokens.slice(1);
    const head = readHead(words, tokens.at(-1)!);
    const { type } = head;
    const ttl = head.ttl ?? this.#stated ?? this.#last ?? this.#lastResort;
    this.#last = head.ttl ?? this.#last ?? this.#lastResort;
    const record = {
      name,
      type,
      class: head.class,
      line: first.line,
      ttl: required(first, ttl, 'a TTL'),
      data: dataOf(type, words.slice(head.words), this.#origin, words[head.words - 1]!),
    };
    const written = this.#texts.text(record.data, type, head.class);
    const [word] = words.slice(head.words);
    // RFC 3597 section 5: the generic form of a known type holds data of that type.
    if (word?.text === '\\#' && !word.quoted && written.startsWith('\\#') && fieldsOf(type) !== undefined) {
      throw new ZoneFileError(word, `the octets are no data of type ${recordTypeName(type)}`);
    }
    this.records.push({ ...record, text: written });
    if (this.records.length <= this.#maxRecords) return;
    this.full = new ZoneFileError(first, `more than ${this.#maxRecords} records`);
    throw this.full;
  }

  /** What is read here, and by some name servers is not. */
  #mind(place: Token, message: string): void {
    this.#onFault?.(new ZoneFileError(place, message));
  }

  #directive([first, second, third]: readonly Token[]): void {
    const directive = first!.text.toUpperCase();
    if (directive === '$ORIGIN') {
      this.#origin = required(second ?? first!, storedNameOf(second?.text ?? '', this.#origin), 'an origin');
      const isAbsolute = /\.$/.test(second!.text) || second!.text === '@';
      if (!isAbsolute) this.#mind(second!, 'an origin ends with a dot: Knot DNS and NSD refuse it without');
    } else if (directive === '$TTL') {
      const seconds = periodSeconds(second?.text ?? '');
      this.#stated = required(second ?? first!, seconds, 'a TTL of at most 32 bits');
    } else throw new ZoneFileError(first!, `${shown(first!)} is not taken`);
    if (third !== undefined) throw new ZoneFileError(third, `${shown(third)} is a word too many`);
  }
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
