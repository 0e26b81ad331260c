import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type DeliverContext, DeliveryError, defineSink, type OutgoingRecord } from '../define-sink.ts';
import { KafkaClient, KafkaError, notYet, type TopicPartition } from '../wire/kafka-client.ts';
import { KafkaProducer } from '../wire/kafka-producer.ts';
import { recordBatch } from '../wire/kafka-records.ts';
import { packed, unpacked } from '../wire/parts.ts';
import { plain, scram } from '../wire/sasl.ts';
import {
  certificateSecret,
  connectionFault,
  connectionShape,
  conversationWith,
  userAndPassword,
} from './connection-parts.ts';

/** Octets of records in one batch of Kafka's, which brokers bound at a MiB unless told otherwise. */
const mostBatchBytes = 900_000;
/** Looks for a topic that the broker makes when it is asked for, and milliseconds between them. */
const looks = 10;
const lookEvery = 300;

const brokerSchema = z
  .string()
  .regex(/^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):\d{1,5}$/, 'must be HOST:PORT');

const configSchema = z.object({
  brokers: z
    .array(brokerSchema)
    .min(1)
    .max(20)
    .describe('Some brokers of the cluster, such as ["broker-1.example:9093"]. They name the others.'),
  transport: z.enum(['tls', 'tcp']).default('tls'),
  ...connectionShape,
  topic: z
    .string()
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/, 'must be the name of a topic')
    .default('sonde'),
  partition_by: z
    .enum(['batch', 'location'])
    .default('batch')
    .describe(
      '`batch`: the partitions receive whole batches in turn. `location`: a partition always receives the same locations.',
    ),
  compression: z.enum(['none', 'gzip', 'zstd']).default('zstd'),
  authentication: z.enum(['none', 'plain', 'scram-sha-256', 'scram-sha-512', 'certificate']).default('none'),
});
type Config = z.infer<typeof configSchema>;

/**
 * This sink writes to a topic of Kafka, or of what speaks its protocol. Each row is a record whose key is the row's id; a batch is
 * delivered when all replicas in step have it, which know what comes again by the producer's numbers. A client of its own: those on the registry connect by themselves, past the guard.
 */
export const kafka = defineSink({
  id: 'kafka',
  title: 'Apache Kafka, Redpanda',
  config: configSchema,
  secret: { what: `\`user:password\`, or ${certificateSecret}`, needed: false },
  presentations: ['json', 'ecs', 'ocsf', 'zeek', 'cef', 'cof'],
  fault: (config) => connectionFault(config),
  begin: () => new KafkaProducer(),
  frame: (records, { config }) => {
    const groups =
      config.partition_by === 'location'
        ? Map.groupBy(records, ({ locationId }) => String(locationId))
        : new Map([[records[0]?.id ?? '', records]]);
    const parts = [...groups].flatMap(([spread, own]) =>
      cut(own).flatMap((group) => [Buffer.from(spread), batchOf(group, config)]),
    );
    return packed(parts);
  },
  deliver: async ({ payload }, context) => {
    const parts = unpacked(payload);
    const { partitions, numbers } = await findPartitions(context);
    const leaders = new Map<string, KafkaClient>();
    const batches = parts.filter((_, index) => index % 2 === 1);
    try {
      await context.memory.send(
        Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        batches,
        {
          topic: context.config.topic,
          numbers,
          find: (index, partition) => {
            const spread = spreadOf(parts[2 * index]!) % partitions.length;
            if (partition === undefined) return partitions[spread]!;
            return partitions.find((one) => one.partition === partition);
          },
          leader: async (target) => {
            const address = `${target.host}:${target.port}`;
            const client = leaders.get(address) ?? (await connect(target, context));
            leaders.set(address, client);
            return client;
          },
        },
      );
      return { refused: 0 };
    } finally {
      for (const client of leaders.values()) client.close();
    }
  },
});

function batchOf(records: readonly OutgoingRecord[], { compression }: Config): Buffer {
  const own = records.map(({ id, text, at }) => ({ key: id, value: text, at: Math.floor(at / 1_000) }));
  return recordBatch(own, compression);
}

/** Cuts records into groups that a broker takes. */
function cut(records: readonly OutgoingRecord[]): OutgoingRecord[][] {
  const groups: OutgoingRecord[][] = [];
  let room = 0;
  for (const record of records) {
    const bytes = Buffer.byteLength(record.text) + record.id.length + 32;
    if (bytes > room || groups.length === 0) {
      groups.push([]);
      room = mostBatchBytes;
    }
    groups.at(-1)!.push(record);
    room -= bytes;
  }
  return groups;
}

function spreadOf(text: Buffer): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

interface Cluster {
  readonly partitions: readonly TopicPartition[];
  /** Whether producers get ids, so that what comes again is known. */
  readonly numbers: boolean;
}

/** Asks the first broker that answers. */
async function findPartitions(context: DeliverContext<Config>): Promise<Cluster> {
  let failure: unknown;
  for (const broker of context.config.brokers) {
    const colon = broker.lastIndexOf(':');
    const host = broker.slice(0, colon).replace(/^\[|\]$/g, '');
    let client: KafkaClient | undefined;
    try {
      client = await connect({ host, port: Number(broker.slice(colon + 1)) }, context);
      return await lookUp(client, context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      failure = error;
    } finally {
      client?.close();
    }
  }
  throw failure;
}

async function lookUp(client: KafkaClient, { config, signal }: DeliverContext<Config>): Promise<Cluster> {
  const { metadata, producers: numbers } = await client.abilities();
  for (let look = 1; ; look++) {
    try {
      return { partitions: await client.partitions(config.topic, metadata), numbers };
    } catch (error) {
      if (!(error instanceof KafkaError) || !notYet.has(error.code) || look === looks) throw error;
      await delay(lookEvery, undefined, { signal });
    }
  }
}

async function connect(
  { host, port }: { readonly host: string; readonly port: number },
  context: DeliverContext<Config>,
): Promise<KafkaClient> {
  const { config, secret } = context;
  if (port < 1 || port > 65_535) throw new DeliveryError(`${host}:${port} is no address.`);
  const client = new KafkaClient(await conversationWith({ host, port }, context));
  try {
    const credentials = userAndPassword(secret ?? '');
    if (config.authentication === 'plain') await client.authenticate('PLAIN', plain(credentials));
    if (config.authentication === 'scram-sha-256')
      await client.authenticate('SCRAM-SHA-256', scram('sha256', credentials));
    if (config.authentication === 'scram-sha-512')
      await client.authenticate('SCRAM-SHA-512', scram('sha512', credentials));
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}
