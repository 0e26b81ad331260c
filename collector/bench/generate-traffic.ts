import { noResponseCode, offsets, outcomes, transports } from '@sonde/shared/batch/row-layout.ts';
import { encodeRow, writeMicroseconds } from '@sonde/shared/batch/row-writer.ts';
import { constantFields, type GeneratedQuestion, generatedVisit } from './generated-names.ts';
import { PseudoRandom, zipf } from './pseudo-random.ts';

export interface TrafficShape {
  readonly seed: number;
  /** Distinct questions that repeat; of all queries a share asks for names seen once. */
  readonly questions: number;
  readonly clients: number;
  readonly locations: readonly number[];
}

/** Of all visits, those to a name that nobody asks for again: tracking, tests of resolvers, tunnels. */
const onceShare = 0.03;
/** Bytes of location and agent before each row. */
const placeBytes = 8;

interface Template {
  readonly bytes: Buffer;
  /** Where the TTLs stand, which count down in a cache and so differ from row to row. */
  readonly ttls: readonly number[];
}

/**
 * Makes rows in the stored form as a busy resolver's clients would: names by Zipf's law, clients too, less traffic at
 * night, most answers out of a cache. The same shape gives the same bytes. Quick enough (about a microsecond a row) to
 * feed a store.
 */
export class TrafficGenerator {
  readonly #shape: TrafficShape;
  readonly #random: PseudoRandom;
  readonly #rank: () => number;
  readonly #client: () => number;
  readonly #templates = new Map<number, readonly Template[]>();
  #once = 0;

  constructor(shape: TrafficShape) {
    this.#shape = shape;
    this.#random = new PseudoRandom(shape.seed);
    this.#rank = zipf(this.#random, shape.questions, 1);
    this.#client = zipf(this.#random, shape.clients, 0.7);
  }

  /** That many rows with times within [from, to), in milliseconds since 1970; visits come in the order of their times. */
  rows(count: number, from: number, to: number): Buffer {
    const parts: Buffer[] = [];
    let time = from;
    while (parts.length < count) {
      this.#visit(time, parts, count);
      time = from + ((to - from) * parts.length) / count;
    }
    return Buffer.concat(parts);
  }

  #visit(time: number, parts: Buffer[], count: number): void {
    const random = this.#random;
    const templates =
      random.fraction() < onceShare ? [onceTemplate(this.#once++)] : this.#visitTemplates(this.#rank());
    const location = this.#shape.locations[random.below(this.#shape.locations.length)]!;
    const address = 0x0a00_0000 + this.#client() * 7;
    let microseconds = Math.floor(time * 1_000) + random.below(5_000);
    for (const template of templates) {
      if (parts.length === count) return;
      parts.push(this.#row(template, location, address, microseconds));
      microseconds += random.below(500);
    }
  }

  #row(template: Template, location: number, address: number, microseconds: number): Buffer {
    const random = this.#random;
    const row = Buffer.from(template.bytes);
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
    if (random.fraction() < 0.005) this.#unanswered(row);
    return row;
  }

  #unanswered(row: Buffer): void {
    row[placeBytes + offsets.outcome] = outcomes.unanswered;
    row.writeUInt32LE(0, placeBytes + offsets.latency);
    row.writeUInt16LE(noResponseCode, placeBytes + offsets.responseCode);
  }

  #visitTemplates(rank: number): readonly Template[] {
    let templates = this.#templates.get(rank);
    if (templates === undefined) {
      templates = generatedVisit(rank).map(templateOf);
      this.#templates.set(rank, templates);
    }
    return templates;
  }
}

function onceTemplate(number: number): Template {
  const random = new PseudoRandom(number + 1_000_003);
  const hash = `${random.uint32().toString(16)}${random.uint32().toString(16)}`;
  const { name, type } = generatedVisit(random.below(50))[0]!;
  return templateOf({ name: `${hash}.${name}`, type, responseCode: 3, records: [] });
}

function templateOf(question: GeneratedQuestion): Template {
  const marker = 0x5a5a_5a5a;
  const row = encodeRow({
    ...constantFields,
    queryName: question.name,
    queryType: question.type,
    responseCode: question.responseCode,
    responseFlags: 0x8180 | question.responseCode,
    querySize: 28 + question.name.length,
    responseSize: 28 + question.name.length + question.records.length * 20,
    answerCount: question.records.length,
    records: question.records.map((record) => ({ ...record, ttl: marker })),
  });
  const bytes = Buffer.concat([Buffer.alloc(placeBytes), row]);
  const ttls: number[] = [];
  const pattern = Buffer.alloc(4, 0x5a);
  for (let index = bytes.indexOf(pattern); index >= 0; index = bytes.indexOf(pattern, index + 4))
    ttls.push(index);
  return { bytes, ttls };
}
