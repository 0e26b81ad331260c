import { setTimeout as delay } from 'node:timers/promises';
import test from 'ava';
import type { CaptureSource, PacketSink } from '../../../agent/capture/capture-source.ts';
import { loadConfig } from '../../../agent/config/settings.ts';
import { Pipeline } from '../../../agent/pipeline/pipeline.ts';
import { Agent } from '../../../agent/run/agent.ts';
import { openStateDirectory } from '../../../agent/run/state-directory.ts';
import { sum, unaccounted } from '../../../sensor/status/row-account.ts';
import {
  answerWith,
  type Behaviour,
  fakeKey,
  startFakeCollector,
} from '../../support/agent/fake-collector.ts';
import { frame, ip, udp } from '../../support/packets/network.ts';
import { encodeRandomMessage, randomNumbers } from '../../support/packets/random-message.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** A wire that carries what the test puts on it. */
class TestWire implements CaptureSource {
  readonly name = 'wire';
  readonly live = true;
  readonly #stopped = Promise.withResolvers<void>();
  #sink: PacketSink | undefined;
  #captured = 0;
  #dropped = 0;

  async run(sink: PacketSink): Promise<void> {
    this.#sink = sink;
    await this.#stopped.promise;
  }

  async stop(): Promise<void> {
    this.#stopped.resolve();
  }

  put(bytes: Uint8Array): void {
    this.#captured++;
    this.#sink!.packet(bytes, 0, bytes.length, bytes.length, Date.now() * 1_000, 1);
  }

  lose(): void {
    this.#dropped++;
  }

  statistics(): ReturnType<CaptureSource['statistics']> {
    return { captured: this.#captured, dropped: { kernel: this.#dropped } };
  }
}

/** What a collector may do with a batch; most often it takes it. */
const troubles: readonly (Behaviour | undefined)[] = [
  undefined,
  undefined,
  undefined,
  answerWith(503, { 'retry-after': '0' }),
  answerWith(429, { 'retry-after': '0' }),
  answerWith(400),
  answerWith(500),
  (request) => request.socket.destroy(),
];

/** Packets of which some are cut or changed, or ask again what was asked before. */
function trafficOf(random: (below: number) => number): () => Uint8Array {
  const ends = (port: number) => ({
    source: '192.0.2.1',
    destination: '192.0.2.53',
    sourcePort: 1_024 + port,
    destinationPort: 53,
  });
  const seen = Array.from({ length: 300 }, (_, index) => {
    const message = encodeRandomMessage(random);
    const { source, destination, sourcePort, destinationPort } = ends(index % 40);
    const isResponse = (message[2]! & 0x80) !== 0;
    const from = isResponse
      ? { source: destination, destination: source, sourcePort: destinationPort, destinationPort: sourcePort }
      : ends(index % 40);
    return frame(ip(from, 17, udp(from, message), { identification: random(4) }));
  });
  return () => {
    const packet = seen[random(seen.length)]!;
    if (random(8) > 0) return packet;
    const changed = Buffer.from(packet.subarray(0, random(3) === 0 ? packet.length - random(40) : undefined));
    changed[42 + random(changed.length - 42)] = random(256);
    return changed;
  };
}

for (const seed of [1, 2, 3]) {
  test(`at any moment every message and row is accounted for, whatever the collector does (${seed})`, async (t) => {
    const random = randomNumbers(seed);
    const collector = await startFakeCollector(t);
    const directory = await temporaryDirectory(t);
    const flags = {
      state: directory,
      key: fakeKey,
      collectors: [collector.url],
      batch_seconds: '0.1',
      batch_bytes: '64KiB',
      queue_bytes: seed === 2 ? '2MiB' : '64MiB',
      query_timeout_seconds: '0.1',
      sampling: '1',
    };
    const { config } = await loadConfig({ file: undefined, env: {}, flags });
    const state = await openStateDirectory(directory);
    const wire = new TestWire();
    const silent = () => undefined;
    const destination = { collectors: [collector.url], key: fakeKey, authorities: undefined };
    const agent = await Agent.start({
      config,
      destination,
      onRenewed: async () => undefined,
      state,
      sources: [wire],
      parts: { createPipeline: (options, sink) => new Pipeline(options, sink) },
      log: { info: silent, warn: silent, error: silent },
    });
    const running = agent.run();
    const traffic = trafficOf(random);
    let captured = 0;
    for (let step = 0; step < 120; step++) {
      for (let count = random(400); count > 0; count--, captured++) wire.put(traffic());
      if (random(4) === 0) wire.lose();
      if (random(3) === 0)
        collector.next.push(...[troubles[random(troubles.length)]].filter((one) => one !== undefined));
      if (random(12) === 0)
        agent.use(
          { ...config, sampling: 1 + random(3), deny_types: random(2) === 0 ? [] : ['A'] },
          destination,
        );
      if (random(10) === 0) agent.closeBatch();
      if (random(2) === 0) await delay(random(15));
      const report = agent.status();
      t.deepEqual(unaccounted(report), { messages: 0, rows: 0, flows: 0, sinks: 0 });
      t.is(report.ledger.packets_captured, captured);
    }
    collector.next.length = 0;
    await agent.stop();
    await running;
    const { ledger, delivery, ...rest } = agent.status();
    t.deepEqual(unaccounted({ ledger, delivery, ...rest }), { messages: 0, rows: 0, flows: 0, sinks: 0 });
    t.is(ledger.messages_pending, 0);
    t.true(ledger.rows_stored > 1_000 && ledger.messages_filtered + ledger.messages_sampled > 0);
    t.true(sum(ledger.messages_malformed) > 0);
    t.is(collector.rows.length, delivery.rowsAccepted);
    // Every batch that arrived told of a moment at which the sums of its own were right.
    for (const { metadata } of collector.batches) {
      const own = metadata.ledger;
      const accounted =
        own.messages_stored +
        own.messages_repeated +
        own.messages_filtered +
        own.messages_sampled +
        own.messages_pending;
      t.is(own.messages_seen - accounted - sum(own.messages_malformed) - sum(own.messages_dropped), 0);
    }
  });
}
