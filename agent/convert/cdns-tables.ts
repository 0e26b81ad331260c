import {
  classTypeKeys,
  malformedDataKeys,
  questionKeys,
  recordKeys,
  tableKeys,
} from '../capture/cdns/keys.ts';
import type { CborWriter } from './cbor-writer.ts';
import type { WireRecord } from './message-records.ts';

/** The values of a map by the numbers of its keys; undefined values are left out. */
export type Numbers = readonly (number | undefined)[];

/** A table of what items share: each entry once, known by a key. */
class Table<Entry> {
  readonly entries: Entry[] = [];
  readonly #places = new Map<string | number, number>();

  place(key: string | number, entry: Entry): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.entries.length);
    return this.entries.push(entry) - 1;
  }
}

/** The tables of a block that is being written: what its items share, each once (RFC 8618 section 7.3.2.3). */
export class CdnsTables {
  /** Octets of names and data, about what the tables will take. */
  octets = 0;
  readonly #addresses = new Table<Uint8Array>();
  readonly #classTypes = new Table<number>();
  readonly #names = new Table<Uint8Array>();
  readonly #signatures = new Table<Numbers>();
  readonly #questionLists = new Table<readonly number[]>();
  readonly #questions = new Table<Numbers>();
  readonly #recordLists = new Table<readonly number[]>();
  readonly #records = new Table<Numbers>();
  readonly #malformed: { fields: readonly number[]; payload: Uint8Array }[] = [];

  address(bytes: Uint8Array): number {
    return this.#addresses.place(latin1(bytes), bytes);
  }

  classType(type: number, ownClass: number): number {
    return this.#classTypes.place(type * 0x1_0000 + ownClass, type * 0x1_0000 + ownClass);
  }

  /** Takes a name or the data of a record. */
  name(bytes: Uint8Array): number {
    const before = this.#names.entries.length;
    const place = this.#names.place(latin1(bytes), bytes);
    if (place === before) this.octets += bytes.length + 3;
    return place;
  }

  /** Takes the fields of a signature, in the order of `signatureKeys`. */
  signature(fields: Numbers): number {
    return this.#signatures.place(fields.join(), fields);
  }

  questionList(questions: readonly Pick<WireRecord, 'name' | 'type' | 'class'>[]): number | undefined {
    if (questions.length === 0) return undefined;
    const places = questions.map((question) => {
      const fields = byKey([
        [questionKeys.name, this.name(question.name)],
        [questionKeys.classType, this.classType(question.type, question.class)],
      ]);
      return this.#questions.place(fields.join(), fields);
    });
    this.octets += places.length * 3;
    return this.#questionLists.place(places.join(), places);
  }

  recordList(records: readonly WireRecord[]): number | undefined {
    if (records.length === 0) return undefined;
    const places = records.map((record) => {
      const fields = byKey([
        [recordKeys.name, this.name(record.name)],
        [recordKeys.classType, this.classType(record.type, record.class)],
        [recordKeys.ttl, record.ttl],
        [recordKeys.data, record.data === undefined ? undefined : this.name(record.data)],
      ]);
      return this.#records.place(fields.join(), fields);
    });
    this.octets += places.length * 15;
    return this.#recordLists.place(places.join(), places);
  }

  malformed(serverAddress: number, serverPort: number, transportFlags: number, payload: Uint8Array): number {
    this.octets += payload.length + 16;
    const fields = [serverAddress, serverPort, transportFlags];
    return this.#malformed.push({ fields, payload }) - 1;
  }

  write(out: CborWriter): void {
    const map = (fields: Numbers): void => out.numbers([...fields.entries()]);
    const list = (places: readonly number[]): void => out.integers(places);
    const octets = (bytes: Uint8Array): void => out.bytes(bytes);
    const tables = [
      written(tableKeys.addresses, this.#addresses.entries, octets),
      written(tableKeys.classTypes, this.#classTypes.entries, (entry) =>
        map(
          byKey([
            [classTypeKeys.type, Math.floor(entry / 0x1_0000)],
            [classTypeKeys.class, entry % 0x1_0000],
          ]),
        ),
      ),
      written(tableKeys.names, this.#names.entries, octets),
      written(tableKeys.signatures, this.#signatures.entries, map),
      written(tableKeys.questionLists, this.#questionLists.entries, list),
      written(tableKeys.questions, this.#questions.entries, map),
      written(tableKeys.recordLists, this.#recordLists.entries, list),
      written(tableKeys.records, this.#records.entries, map),
      written(tableKeys.malformedData, this.#malformed, ({ fields, payload }) => {
        out.map(fields.length + 1);
        for (const [key, value] of fields.entries()) {
          out.integer(key);
          out.integer(value);
        }
        out.integer(malformedDataKeys.payload);
        out.bytes(payload);
      }),
    ].filter(({ count }) => count > 0);
    out.map(tables.length);
    for (const { key, count, write } of tables) {
      out.integer(key);
      out.array(count);
      write();
    }
  }
}

/** How a table is written. */
function written<Entry>(
  key: number,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
): { key: number; count: number; write: () => void } {
  return { key, count: entries.length, write: () => entries.forEach(write) };
}

/** Puts values at the places of their keys. */
export function byKey(values: readonly (readonly [key: number, value: number | undefined])[]): Numbers {
  const fields: (number | undefined)[] = [];
  for (const [key, value] of values) fields[key] = value;
  return Array.from(fields);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
