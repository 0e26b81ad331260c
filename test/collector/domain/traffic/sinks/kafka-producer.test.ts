import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { crc32c } from '../../../../../shared/sinks/wire/crc32c.ts';
import { KafkaProducer } from '../../../../../shared/sinks/wire/kafka-producer.ts';
import { numbered, recordBatch } from '../../../../../shared/sinks/wire/kafka-records.ts';
import { startKafkaPeer } from '../../../../support/sinks/kafka-peer.ts';
import { outgoingRecord, sendBatch } from '../../../../support/sinks/send-batch.ts';

/** Sends rows to the double of a broker, batch by batch, as one start of a sink does. */
async function startSending(t: ExecutionContext) {
  const peer = await startKafkaPeer(t);
  const memory = new KafkaProducer();
  const config = { brokers: [peer.broker], transport: 'tcp', compression: 'none' };
  const send = (ids: readonly string[], more: object = {}, bytes = 10) => {
    const records = ids.map((id, index) => ({ ...outgoingRecord(id, 'x'.repeat(bytes)), locationId: index }));
    return sendBatch(t, 'kafka', { ...config, ...more }, undefined, undefined, { records, memory });
  };
  return { ...peer, send };
}

const numbersOf = ({ stored }: Awaited<ReturnType<typeof startSending>>) =>
  [...stored.values()].flat().map(({ producerId, sequence }) => [Number(producerId), sequence]);

test('the checksum of a batch with numbers is that of all of it', (t) => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 5_000 }),
      fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
      fc.integer({ min: 0, max: 2 ** 15 - 1 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      (value, producerId, epoch, sequence) => {
        const batch = recordBatch([{ key: 'key', value, at: 1 }], 'none');
        const whole = numbered(batch, { producerId, epoch, sequence });
        t.is(whole.readUInt32BE(17), crc32c(whole.subarray(21)));
        t.is(whole.readBigInt64BE(43), producerId);
        t.is(whole.readInt32BE(53), sequence);
      },
    ),
  );
});

test('a batch whose answer got lost comes again under its numbers, and is there once', async (t) => {
  const peer = await startSending(t);
  await peer.send(['a', 'b']);
  peer.chosen.fates = ['lost', 20];
  await t.throwsAsync(peer.send(['c', 'd', 'e']), { message: /closes|broke/ });
  // Stored, but not at enough replicas.
  await t.throwsAsync(peer.send(['c', 'd', 'e']), { message: /too few replicas/ });
  await peer.send(['c', 'd', 'e']);
  await peer.send(['f']);
  t.deepEqual(peer.keys(), ['a', 'b', 'c', 'd', 'e', 'f']);
  t.deepEqual(numbersOf(peer), [
    [1000, 0],
    [1000, 2],
    [1000, 5],
  ]);
});

test('of a batch in several parts those that were taken are not sent again, and none changes its partition', async (t) => {
  const peer = await startSending(t);
  peer.chosen.partitions = 3;
  const ids = Array.from({ length: 6 }, (_, index) => `row-${index}`);
  peer.chosen.fates = ['taken', 'lost'];
  await t.throwsAsync(peer.send(ids, { partition_by: 'location' }), { message: /closes|broke/ });
  peer.chosen.partitions = 7;
  await peer.send(ids, { partition_by: 'location' });
  t.deepEqual(peer.keys().toSorted(), ids);
});

test('another batch in place of one whose fate is not known goes under a new id: it is no repetition', async (t) => {
  const peer = await startSending(t);
  await peer.send(['a']);
  peer.chosen.fates = ['lost'];
  await t.throwsAsync(peer.send(['b', 'c']));
  await peer.send(['b', 'd']);
  t.deepEqual(peer.keys(), ['a', 'b', 'c', 'b', 'd']);
  // What is too large was not taken: its numbers are for the next.
  peer.chosen.fates = [10];
  await t.throwsAsync(peer.send(['e', 'f']), { message: /too large/ });
  await peer.send(['e']);
  t.deepEqual(numbersOf(peer), [
    [1000, 0],
    [1000, 1],
    [1001, 0],
    [1001, 2],
  ]);
});

test('a broker that knows the producer no more is given the batch by a new one', async (t) => {
  const peer = await startSending(t);
  await peer.send(['a']);
  peer.forgetProducers();
  await peer.send(['b']);
  await peer.send(['c']);
  t.deepEqual(numbersOf(peer), [
    [1000, 0],
    [1001, 0],
    [1001, 1],
  ]);
});

test('a cluster that gives no ids, or not to this user, has each row at least once', async (t) => {
  for (const producers of ['unknown', 31] as const) {
    const peer = await startSending(t);
    peer.chosen.producers = producers;
    await peer.send(['a']);
    peer.chosen.fates = ['lost'];
    await t.throwsAsync(peer.send(['b']));
    await peer.send(['b']);
    t.deepEqual(peer.keys(), ['a', 'b', 'b']);
    t.deepEqual(new Set(numbersOf(peer).map(([id]) => id)), new Set([-1]));
  }
  const refusing = await startSending(t);
  refusing.chosen.producers = 58;
  await t.throwsAsync(refusing.send(['a']), { message: /authentication failed/ });
});
