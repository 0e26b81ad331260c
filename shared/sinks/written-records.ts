import type { Severity } from '../schemas/severity.ts';
import type { OutgoingRecord, SinkStream } from './define-sink.ts';
import { JsonOctets } from './presentations/json-octets.ts';
import type { Mapping } from './presentations/presentation.ts';

/**
 * Written records are the records of a batch, whose texts lie in one memory, one behind the other, each with a line feed behind it: as strings
 * they would be held until the batch is made, and collecting such garbage costs as much as writing it.
 */
export class WrittenRecords<Item extends { readonly id: string }> {
  readonly records: OutgoingRecord[] = [];
  readonly #stream: SinkStream;
  readonly #mapping: Mapping<Item>;
  readonly #texts: JsonOctets;
  /** Texts up to here are whole. */
  #end = 0;
  /** Ends of the texts of the item at hand. */
  #ends: number[] = [];
  readonly #ended = (): void => {
    this.#ends.push(this.#texts.length);
    this.#texts.lineFeed();
  };

  /** What is in the memory is written over: it may serve one batch after the other. */
  constructor(stream: SinkStream, mapping: Mapping<Item>, texts = new JsonOctets()) {
    this.#stream = stream;
    this.#mapping = mapping;
    this.#texts = texts;
  }

  /** Octets of the texts. */
  get octets(): number {
    return this.#end;
  }

  /** Adds the records of an item that was seen at `at`. Returns whether there are any: its presentation may show nothing of it. */
  add(item: Item, at: number, locationId: number): boolean {
    const texts = this.#texts;
    // Of one that a value could not be had of, something may have been left.
    texts.cut(this.#end);
    this.#ends = [];
    this.#mapping.write(texts, item, this.#ended);
    const ends = this.#ends;
    for (let part = 0; part < ends.length; part++) {
      const end = ends[part]!;
      const place = { texts, index: this.records.length, start: this.#end, end };
      const id = ends.length === 1 ? item.id : `${item.id}.${part}`;
      this.records.push(new WrittenRecord({ id, at, stream: this.#stream, locationId }, place));
      this.#end = end + 1;
    }
    return ends.length > 0;
  }
}

interface Place {
  readonly texts: JsonOctets;
  /** Among the records of the batch. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A written record is a record whose text is read out of the memory of its batch, which is to happen before another batch is written there. */
class WrittenRecord implements OutgoingRecord {
  readonly id: string;
  readonly at: number;
  readonly stream: SinkStream;
  readonly severity: Severity = 'info';
  readonly locationId: number;
  readonly place: Place;

  constructor(
    { id, at, stream, locationId }: Pick<OutgoingRecord, 'id' | 'at' | 'stream' | 'locationId'>,
    place: Place,
  ) {
    this.id = id;
    this.at = at;
    this.stream = stream;
    this.locationId = locationId;
    this.place = place;
  }

  get text(): string {
    return this.place.texts.toString(this.place.start, this.place.end);
  }
}

/** Gives a copy of the lines of records that lie one behind the other in one memory; undefined if they do not. */
export function writtenLines(records: readonly OutgoingRecord[]): Uint8Array | undefined {
  const first = records[0];
  const last = records.at(-1);
  if (!(first instanceof WrittenRecord && last instanceof WrittenRecord)) return undefined;
  const { texts, index, start } = first.place;
  if (last.place.texts !== texts || last.place.index - index !== records.length - 1) return undefined;
  return texts.copyFrom(start, last.place.end + 1);
}
