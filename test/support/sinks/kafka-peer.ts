import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { KafkaReader, KafkaWriter } from '../../../shared/sinks/wire/kafka-octets.ts';
import type { Ending } from '../temporary-directory.ts';

/** One that a broker stored: who sent it under which numbers, and the records' keys. */
export interface StoredBatch {
  readonly producerId: bigint;
  readonly sequence: number;
  readonly keys: readonly string[];
}

interface Chosen {
  /** The partitions of every topic. */
  partitions: number;
  /** Whether producers get ids: the error that they get instead, or `unknown` if the broker does not know the question. */
  producers: 'given' | 'unknown' | number;
  /** What becomes of the next batches: `lost` ones are stored, and the connection breaks before the answer; a number is an error. */
  fates: ('taken' | 'lost' | number)[];
}

/**
 * A broker that keeps what it is sent, and knows repetitions as Kafka's brokers do (KIP-98): of each producer it takes a batch in a
 * partition that goes on where the last one ended, and answers one of the last five as it did the first time. The brokers within
 * librdkafka take anything.
 */
export async function startKafkaPeer(t: Ending) {
  const stored = new Map<number, StoredBatch[]>();
  const chosen: Chosen = { partitions: 1, producers: 'given', fates: [] };
  let lastProducer = 999n;
  const known = new Set<bigint>();

  const append = (partition: number, bytes: Buffer): number => {
    const batch = readBatch(bytes);
    const own = stored.get(partition) ?? [];
    stored.set(partition, own);
    if (batch.producerId >= 0n) {
      if (!known.has(batch.producerId)) return 59;
      const before = own.filter(({ producerId }) => producerId === batch.producerId);
      const isRepetition = (one: StoredBatch) =>
        one.sequence === batch.sequence && one.keys.length === batch.keys.length;
      if (before.slice(-5).some(isRepetition)) return 0;
      const last = before.at(-1);
      const expected = last === undefined ? 0 : last.sequence + last.keys.length;
      if (batch.sequence < expected) return 46;
      if (batch.sequence > expected) return 45;
    }
    own.push(batch);
    return 0;
  };

  const answer = (request: number, version: number, asked: KafkaReader): KafkaWriter | undefined => {
    const said = new KafkaWriter();
    if (request === 18) {
      const all = [0, 3, 18, ...(chosen.producers === 'unknown' ? [] : [22])];
      said.i16(0).i32(all.length);
      for (const key of all) said.i16(key).i16(0).i16(9);
      return said;
    }
    if (request === 3) {
      const { port } = server.address() as AddressInfo;
      asked.i32();
      said.i32(0).i32(1).i32(1).text('127.0.0.1').i32(port).text(null).text(null).i32(1);
      said.i32(1).i16(0).text(asked.text()).i8(0).i32(chosen.partitions);
      for (let partition = 0; partition < chosen.partitions; partition++)
        said.i16(0).i32(partition).i32(1).i32(1).i32(1).i32(1).i32(1);
      return said;
    }
    if (request === 22) {
      const isGiven = chosen.producers === 'given';
      if (isGiven) known.add(++lastProducer);
      said.i32(0).i16(isGiven ? 0 : (chosen.producers as number));
      return said
        .i32(0)
        .i32(isGiven ? Number(lastProducer) : -1)
        .i16(0);
    }
    if (request !== 0 || version !== 7) throw new Error(`asked ${request} in version ${version}`);
    asked.text();
    if (asked.i16() !== -1) throw new Error('does not wait for all replicas');
    asked.i32();
    asked.i32();
    const topic = asked.text();
    asked.i32();
    const partition = asked.i32();
    const fate = chosen.fates.shift();
    const code = typeof fate === 'number' ? fate : append(partition, asked.bytes());
    if (fate === 'lost') return undefined;
    return said
      .i32(1)
      .text(topic)
      .i32(1)
      .i32(partition)
      .i16(code)
      .i32(0)
      .i32(0)
      .i32(0)
      .i32(0)
      .i32(0)
      .i32(0)
      .i32(0);
  };

  const server = createServer((socket) => {
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length >= 4 && unread.length >= 4 + unread.readInt32BE()) {
        const end = 4 + unread.readInt32BE();
        const asked = new KafkaReader(unread.subarray(4, end));
        unread = unread.subarray(end);
        const [request, version, correlation] = [asked.i16(), asked.i16(), asked.i32()];
        asked.text();
        const said = answer(request, version, asked);
        if (said === undefined) return void socket.destroy();
        const whole = Buffer.concat([new KafkaWriter().i32(correlation).whole(), said.whole()]);
        socket.write(Buffer.concat([new KafkaWriter().i32(whole.length).whole(), whole]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  return {
    broker: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    chosen,
    keys: () => [...stored.values()].flat().flatMap(({ keys }) => keys),
    /** As a broker does after a day, or one that is a new one. */
    forgetProducers: () => known.clear(),
  };
}

/** Reads a batch that is not compressed. */
function readBatch(bytes: Buffer): StoredBatch {
  const keys: string[] = [];
  let at = 61;
  const variable = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 0x80) {
      const octet = bytes[at++]!;
      value += (octet & 0x7f) * shift;
      if (octet < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  };
  for (let left = bytes.readInt32BE(57); left > 0; left--) {
    const length = variable();
    const end = at + length;
    at++;
    variable();
    variable();
    const keyBytes = variable();
    keys.push(bytes.toString('utf8', at, at + keyBytes));
    at = end;
  }
  return { producerId: bytes.readBigInt64BE(43), sequence: bytes.readInt32BE(53), keys };
}
