import type { KafkaClient, TopicPartition } from './kafka-client.ts';
import { KafkaError } from './kafka-client.ts';
import { numbered, recordsIn } from './kafka-records.ts';

/** Sequences begin again behind it. */
const sequences = 2 ** 31;
/** The cluster gives ids to those only who may write idempotently (before Kafka 3.0). */
const notAuthorized = 31;
const withoutLeader = 5;

interface Part {
  readonly batch: Buffer;
  /** The partition that it was sent to first; it stays there, since the numbers are of that partition. */
  partition?: number;
  isTaken: boolean;
}

export interface ProducerWays {
  /** Gives the partition for a part that has none, or where the one that it has is led now; undefined if nowhere. */
  readonly find: (part: number, partition: number | undefined) => TopicPartition | undefined;
  /** Gives a connection to the leader of a partition; again the same if there is one. */
  readonly leader: (target: TopicPartition) => Promise<KafkaClient>;
  readonly topic: string;
  /** Whether the cluster gives producers ids. */
  readonly numbers: boolean;
}

/**
 * A Kafka producer numbers the records that it sends to each partition, so that a broker which has a batch already takes it no
 * second time though its answer got lost (KIP-98, idempotent producer). It sends one batch after the other and never leaves one
 * whose fate is not known but under a new id: else the broker would take the next for a repetition.
 */
export class KafkaProducer {
  #identity: { readonly id: bigint; readonly epoch: number } | undefined;
  #mayHaveIdentity = true;
  readonly #next = new Map<number, number>();
  #payload: Buffer | undefined;
  #parts: Part[] = [];
  /** A part was sent, and its fate is not known. */
  #isOpen = false;

  /** Sends what of these parts is not there yet. Throws a DeliveryError; the same parts may then be given again. */
  async send(payload: Buffer, parts: readonly Buffer[], ways: ProducerWays): Promise<void> {
    if (this.#payload?.equals(payload) !== true) {
      if (this.#isOpen) this.#forget();
      this.#payload = payload;
      this.#parts = parts.map((batch) => ({ batch, isTaken: false }));
    }
    for (const [index, part] of this.#parts.entries()) {
      if (part.isTaken) continue;
      const target = ways.find(index, part.partition);
      if (target === undefined) throw new KafkaError(withoutLeader, 'The broker does not take a batch');
      part.partition = target.partition;
      const client = await ways.leader(target);
      try {
        await this.#produce(part, target.partition, client, ways);
      } catch (error) {
        if (!(error instanceof KafkaError) || !error.isOfProducer) throw error;
        this.#forget();
        await this.#produce(part, target.partition, client, ways);
      }
    }
    this.#payload = undefined;
    this.#parts = [];
  }

  async #produce(
    part: Part,
    partition: number,
    client: KafkaClient,
    { topic, numbers }: ProducerWays,
  ): Promise<void> {
    const identity = numbers ? await this.#identify(client) : undefined;
    const sequence = this.#next.get(partition) ?? 0;
    const batch =
      identity === undefined
        ? part.batch
        : numbered(part.batch, { producerId: identity.id, epoch: identity.epoch, sequence });
    const wasOpen = this.#isOpen;
    this.#isOpen = true;
    try {
      await client.produce(topic, partition, batch);
    } catch (error) {
      // What is at fault by itself is not taken, and leaves its numbers free.
      if (error instanceof KafkaError && error.refused) this.#isOpen = wasOpen;
      throw error;
    }
    this.#isOpen = false;
    part.isTaken = true;
    if (identity !== undefined) this.#next.set(partition, (sequence + recordsIn(part.batch)) % sequences);
  }

  async #identify(client: KafkaClient): Promise<{ id: bigint; epoch: number } | undefined> {
    if (this.#identity !== undefined || !this.#mayHaveIdentity) return this.#identity;
    try {
      this.#identity = await client.beginProducer();
    } catch (error) {
      if (!(error instanceof KafkaError) || error.code !== notAuthorized) throw error;
      this.#mayHaveIdentity = false;
    }
    return this.#identity;
  }

  #forget(): void {
    this.#identity = undefined;
    this.#next.clear();
    this.#isOpen = false;
  }
}
