import { noResponseCode, offsets, outcomes, transports } from '@sonde/shared/batch/row-layout.ts';
import { writeMicroseconds } from '@sonde/shared/batch/row-writer.ts';
import { generatedVisit } from './generated-names.ts';
import { PseudoRandom, zipf } from './pseudo-random.ts';
import { placeBytes, type RowTemplate, templateOf } from './row-template.ts';
import { madeUpDomains, madeUpTogether, onceAsked } from './seldom-names.ts';

export interface TrafficShape {
  readonly seed: number;
  /** Distinct questions that repeat; of all queries a share asks for names seen once. */
  readonly questions: number;
  readonly clients: number;
  readonly locations: readonly number[];
}

/** This share of all visits is to a name that nobody asks for again. */
const onceShare = 0.03;
/** This share of all visits is of an infected client that looks for its master: about one row in 10,000. */
const suspiciousShare = 1 / (6_000 * madeUpTogether);
/** So many clients of a location are infected, or all if there are fewer. */
const infected = 4;

/**
 * A traffic generator makes rows in the stored form as a busy resolver's clients would: names by Zipf's law, clients
 * too, less traffic at night, most answers out of a cache. The same shape gives the same bytes. Quick enough (about a
 * microsecond a row) to feed a store.
 */
export class TrafficGenerator {
  readonly #shape: TrafficShape;
  readonly #random: PseudoRandom;
  readonly #rank: () => number;
  readonly #client: () => number;
  readonly #templates = new Map<number, readonly RowTemplate[]>();
  #once = 0;
  #suspicious = 0;

  constructor(shape: TrafficShape) {
    this.#shape = shape;
    this.#random = new PseudoRandom(shape.seed);
    this.#rank = zipf(this.#random, shape.questions, 1);
    this.#client = zipf(this.#random, shape.clients, 0.7);
  }

  /**
   * Goes on as if so many rows had been made before: the rows that follow depend on that number alone, and their names
   * that are asked once are others than those of earlier rows.
   */
  startAt(row: number): void {
    this.#random.restart(this.#shape.seed + row);
    this.#once = row;
    this.#suspicious = row;
  }

  /**
   * Makes that many rows with times within [from, to), in milliseconds since 1970; visits come in the order of their
   * times.
   */
  rows(count: number, from: number, to: number): Buffer {
    const made = new RowsUnderWay(count);
    let time = from;
    while (made.rows < count) {
      this.#visit(time, made, count);
      time = from + ((to - from) * made.rows) / count;
    }
    return made.bytes();
  }

  #visit(time: number, made: RowsUnderWay, count: number): void {
    const random = this.#random;
    const draw = random.fraction();
    let client = this.#client();
    let templates: readonly RowTemplate[];
    if (draw < suspiciousShare) {
      client = random.below(Math.min(infected, this.#shape.clients));
      templates = madeUpDomains(this.#suspicious++).map(templateOf);
    } else if (draw < suspiciousShare + onceShare) templates = [templateOf(onceAsked(this.#once++))];
    else templates = this.#visitTemplates(this.#rank());
    const location = this.#shape.locations[random.below(this.#shape.locations.length)]!;
    const address = 0x0a00_0000 + client * 7;
    let microseconds = Math.floor(time * 1_000) + random.below(5_000);
    for (const template of templates) {
      if (made.rows === count) return;
      this.#fill(made.add(template.bytes), template, location, address, microseconds);
      microseconds += random.below(500);
    }
  }

  #fill(row: Buffer, template: RowTemplate, location: number, address: number, microseconds: number): void {
    const random = this.#random;
    row.writeUInt32LE(location, 0);
    row.writeUInt32LE(location, 4);
    const at = placeBytes;
    writeMicroseconds(row, at + offsets.observedAt, microseconds);
    row.writeUInt32BE(address, at + offsets.clientAddress + 12);
    row.writeUInt16LE(1_024 + random.below(64_000), at + offsets.clientPort);
    row.writeUInt16LE(random.uint32() & 0xffff, at + offsets.messageId);
    const cached = random.fraction() < 0.8;
    const latency = cached ? 80 + random.below(400) : Math.floor(2_000 / (0.02 + random.fraction()));
    row.writeUInt32LE(latency, at + offsets.latency);
    if (random.fraction() < 0.01) row[at + offsets.transport] = transports.tcp;
    // Records of one set share their TTL, which counts down in a cache.
    const ttl = 1 + random.below(300);
    for (const offset of template.ttls) row.writeUInt32LE(ttl, offset);
    if (random.fraction() < 0.005) unanswered(row);
  }

  #visitTemplates(rank: number): readonly RowTemplate[] {
    let templates = this.#templates.get(rank);
    if (templates === undefined) {
      templates = generatedVisit(rank).map(templateOf);
      this.#templates.set(rank, templates);
    }
    return templates;
  }
}

/** Rows one behind the other in one buffer. */
class RowsUnderWay {
  #bytes: Buffer;
  #size = 0;
  rows = 0;

  constructor(count: number) {
    this.#bytes = Buffer.allocUnsafe(count * 256 + 1_024);
  }

  /** A view of the new row, a copy of that one, to be written before the next is added. */
  add(row: Buffer): Buffer {
    const start = this.#size;
    const end = start + row.length;
    if (end > this.#bytes.length) {
      const wider = Buffer.allocUnsafe(end * 2);
      wider.set(this.#bytes.subarray(0, start));
      this.#bytes = wider;
    }
    this.#bytes.set(row, start);
    this.#size = end;
    this.rows++;
    return this.#bytes.subarray(start, end);
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}

function unanswered(row: Buffer): void {
  row[placeBytes + offsets.outcome] = outcomes.unanswered;
  row.writeUInt32LE(0, placeBytes + offsets.latency);
  row.writeUInt16LE(noResponseCode, placeBytes + offsets.responseCode);
}
