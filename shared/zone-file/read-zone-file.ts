import { recordTypeName, recordTypeNumber } from '../dns/record-types.ts';
import { DataTexts } from '../record-data/data-text.ts';
import { encodeData } from './encode-data.ts';
import { type Entry, readEntries, type Token } from './tokens.ts';
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
  for (const entry of readEntries(text)) {
    const [first, second] = entry.tokens as [Token, Token | undefined];
    if (!first.quoted && first.text.startsWith('$')) {
      const directive = first.text.toUpperCase();
      if (directive === '$ORIGIN')
        origin = required(entry, storedNameOf(second?.text ?? '', origin), 'an origin');
      else if (directive === '$TTL') stated = required(entry, periodSeconds(second?.text ?? ''), 'a TTL');
      else throw new ZoneFileError(entry.line, `${first.text} is not taken`);
      continue;
    }
    if (!entry.indented) owner = required(entry, storedNameOf(first.text, origin), 'an owner name');
    const words = entry.indented ? entry.tokens : entry.tokens.slice(1);
    const head = readHead(words);
    const type = required(entry, head.type, 'a type');
    last = head.ttl ?? last;
    const data = encodeData(type, words.slice(head.words), origin);
    const wanted = `data of type ${recordTypeName(type)}`;
    const record = {
      name: required(entry, owner, 'an owner name'),
      type,
      class: head.class,
      ttl: required(entry, head.ttl ?? stated ?? last, 'a TTL'),
      data: required(entry, data, wanted),
    };
    records.push({ ...record, text: texts.text(record.data, type, head.class) });
    if (records.length > maxRecords) throw new ZoneFileError(entry.line, `more than ${maxRecords} records`);
  }
  return records;
}

/** TTL and class stand before the type in either order. */
function readHead(words: readonly Token[]): { ttl?: number; class: number; type?: number; words: number } {
  let ttl: number | undefined;
  let recordClass = 1;
  for (let index = 0; index < Math.min(words.length, 3); index++) {
    const { text } = words[index]!;
    const named = classes[text.toUpperCase()];
    const type = recordTypeNumber(text);
    if (named !== undefined) recordClass = named;
    else if (type !== undefined) return { ttl, class: recordClass, type, words: index + 1 };
    else ttl = periodSeconds(text);
  }
  return { ttl, class: recordClass, words: 0 };
}

function required<Value>({ line }: Entry, value: Value | undefined, wanted: string): Value {
  if (value === undefined) throw new ZoneFileError(line, `${wanted} is needed`);
  return value;
}
