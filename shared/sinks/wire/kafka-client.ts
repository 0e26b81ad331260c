import { DeliveryError } from '../define-sink.ts';
import type { Conversation } from './conversation.ts';
import { KafkaReader, KafkaWriter } from './kafka-octets.ts';

/** Requests by their numbers in the protocol of Kafka. */
const requests = {
  produce: 0,
  metadata: 3,
  saslHandshake: 17,
  apiVersions: 18,
  initProducerId: 22,
  saslAuthenticate: 36,
} as const;
const mostAnswerBytes = 4 * 1024 * 1024;
/** Milliseconds that a broker may take until all replicas have a batch. */
const replicaPatience = 30_000;

/** The errors of brokers that operators meet. */
const errors: Readonly<Record<number, string>> = {
  1: 'offset out of range',
  2: 'the batch is corrupt',
  3: 'the topic is not known',
  5: 'the partition has no leader',
  6: 'another broker leads the partition',
  7: 'request timed out',
  10: 'the batch is too large',
  17: 'the topic name is not valid',
  18: 'the batch is larger than a segment',
  19: 'too few replicas are in step',
  20: 'too few replicas are in step',
  29: 'not authorized for the topic',
  31: 'not authorized for the cluster',
  33: 'the SASL mechanism is not taken',
  34: 'not in this state of SASL',
  35: 'the version is not taken',
  44: "forbidden by the broker's policy",
  45: 'a batch of the producer is missing before this one',
  47: 'another has taken the place of the producer',
  49: 'the producer is not known',
  56: 'the disk of the broker is at fault',
  58: 'authentication failed',
  59: 'the producer is not known',
  76: 'the compression is not taken',
  87: 'the record is not valid',
  89: 'the quota is used up',
};
const contentFaults = new Set([10, 18, 87]);
/** The broker has the batch already, or knows too little of the producer to take another. */
const hasItAlready = 46;
const forgotten = new Set([45, 47, 49, 59]);
/** A topic that the broker makes at this moment is without a leader, or not known yet. */
export const notYet = new Set([3, 5]);

/** A broker's refusal. */
export class KafkaError extends DeliveryError {
  readonly code: number;
  /** Whether the batch would be taken of another producer. */
  readonly isOfProducer: boolean;

  constructor(code: number, what: string) {
    super(`${what}: ${errors[code] ?? `error ${code}`}.`, { refused: contentFaults.has(code) });
    this.code = code;
    this.isOfProducer = forgotten.has(code);
  }
}

export interface TopicPartition {
  readonly partition: number;
  readonly host: string;
  readonly port: number;
}

/** A Kafka client asks one broker over one connection. */
export class KafkaClient {
  readonly #conversation: Conversation;
  #correlation = 0;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** The latest version of the question for topics that the broker takes, and whether it gives producers ids. */
  async abilities(): Promise<{ metadata: number; producers: boolean }> {
    const answer = await this.#ask(requests.apiVersions, 0, new KafkaWriter());
    const code = answer.i16();
    if (code !== 0) throw new KafkaError(code, 'The broker does not tell its versions');
    const latest = new Map<number, number>();
    for (let left = answer.count(); left > 0; left--) {
      const [key, , most] = [answer.i16(), answer.i16(), answer.i16()];
      latest.set(key, most);
    }
    const metadata = latest.get(requests.metadata);
    if (metadata === undefined) throw new DeliveryError('The broker does not tell its topics.');
    return { metadata: Math.min(metadata, 4), producers: latest.has(requests.initProducerId) };
  }

  /** Asks for an id for a producer. Throws a KafkaError, of code 31 if the user may not have one. */
  async beginProducer(): Promise<{ id: bigint; epoch: number }> {
    const question = new KafkaWriter().text(null).i32(replicaPatience);
    const answer = await this.#ask(requests.initProducerId, 0, question);
    answer.i32();
    const code = answer.i16();
    if (code !== 0) throw new KafkaError(code, 'The broker gives no id to a producer');
    return { id: answer.i64(), epoch: answer.i16() };
  }

  /** SASL: each text of ours is answered by one of the broker's. */
  async authenticate(mechanism: string, exchange: SaslExchange): Promise<void> {
    const shaken = await this.#ask(requests.saslHandshake, 1, new KafkaWriter().text(mechanism));
    const code = shaken.i16();
    if (code !== 0) throw new KafkaError(code, `The broker does not take ${mechanism}`);
    let said = await exchange.next(undefined);
    while (said !== undefined) {
      const answer = await this.#ask(requests.saslAuthenticate, 0, new KafkaWriter().bytes(said));
      const failed = answer.i16();
      const message = answer.text();
      if (failed !== 0)
        throw new KafkaError(failed, `The broker refuses the sink (${message ?? 'no reason'})`);
      said = await exchange.next(answer.bytes());
    }
  }

  /** The partitions of a topic that have a leader, and where that is. Throws a KafkaError. */
  async partitions(topic: string, version: number): Promise<TopicPartition[]> {
    const question = new KafkaWriter().i32(1).text(topic);
    if (version >= 4) question.i8(1);
    const answer = await this.#ask(requests.metadata, version, question);
    if (version >= 3) answer.i32();
    const brokers = new Map<number, { host: string; port: number }>();
    for (let left = answer.count(); left > 0; left--) {
      brokers.set(answer.i32(), { host: answer.text() ?? '', port: answer.i32() });
      if (version >= 1) answer.text();
    }
    if (version >= 2) answer.text();
    if (version >= 1) answer.i32();
    const found: TopicPartition[] = [];
    for (let left = answer.count(); left > 0; left--) {
      const code = answer.i16();
      answer.text();
      if (version >= 1) answer.i8();
      if (code !== 0) throw new KafkaError(code, `The broker does not take topic ${topic}`);
      for (let parts = answer.count(); parts > 0; parts--) {
        answer.i16();
        const partition = answer.i32();
        const leader = brokers.get(answer.i32());
        for (let lists = 0; lists < 2; lists++) for (let ids = answer.count(); ids > 0; ids--) answer.i32();
        if (leader !== undefined) found.push({ partition, ...leader });
      }
    }
    if (found.length === 0) throw new KafkaError(5, `The broker does not take topic ${topic}`);
    return found.sort((a, b) => a.partition - b.partition);
  }

  /** Sends a batch, and waits until all replicas in step have it, or had it before. Throws a KafkaError. */
  async produce(topic: string, partition: number, batch: Uint8Array): Promise<void> {
    const question = new KafkaWriter()
      .text(null)
      .i16(-1)
      .i32(replicaPatience)
      .i32(1)
      .text(topic)
      .i32(1)
      .i32(partition)
      .bytes(batch);
    const answer = await this.#ask(requests.produce, 7, question);
    if (answer.count() !== 1) throw new DeliveryError('The broker answers what is no answer to a batch.');
    answer.text();
    if (answer.count() !== 1) throw new DeliveryError('The broker answers what is no answer to a batch.');
    answer.i32();
    const code = answer.i16();
    if (code !== 0 && code !== hasItAlready) throw new KafkaError(code, 'The broker does not take a batch');
  }

  close(): void {
    this.#conversation.close();
  }

  async #ask(request: number, version: number, body: KafkaWriter): Promise<KafkaReader> {
    const correlation = ++this.#correlation;
    const head = new KafkaWriter().i16(request).i16(version).i32(correlation).text('sonde');
    const bytes = Buffer.concat([head.whole(), body.whole()]);
    await this.#conversation.write(Buffer.concat([new KafkaWriter().i32(bytes.length).whole(), bytes]));
    const length = (await this.#conversation.read(4)).readInt32BE();
    if (length < 4 || length > mostAnswerBytes) throw new DeliveryError('The receiver does not speak Kafka.');
    const answer = new KafkaReader(await this.#conversation.read(length));
    if (answer.i32() !== correlation) throw new DeliveryError('The broker answers another question.');
    return answer;
  }
}

/** A SASL exchange gives the client's next text; undefined once all is said. Throws a DeliveryError if the server is another. */
export interface SaslExchange {
  next(answer: Buffer | undefined): Promise<Buffer | undefined>;
}
