import limitConcurrency from 'p-limit';
import type { SinkJournal } from '../../../ports/sinks/journal.ts';
import type { Sink, SinkStore } from '../../../ports/sinks/sinks.ts';
import type { Meter } from '../../../ports/system/metrics.ts';
import { type SenderPorts, SinkSender } from './sink-sender.ts';

export interface SinksPorts extends Omit<SenderPorts, 'records' | 'failures' | 'sinkStore' | 'journal'> {
  readonly sinkStore: Pick<SinkStore, 'list' | 'begin' | 'settle' | 'fail'>;
  readonly journal: SinkJournal;
  readonly meter: Meter;
}

/** Sinks are all sinks of this collector, as the database has them now. */
export class Sinks {
  readonly #ports: SinksPorts & Pick<SenderPorts, 'records' | 'failures'>;
  readonly #senders = new Map<number, SinkSender>();
  /** Sinks that are paused hold what waits for them, too. */
  #sinks: readonly Sink[] = [];
  readonly #turn = limitConcurrency(1);
  #isRunning = false;
  #isStopped = false;

  constructor(ports: SinksPorts) {
    const { meter, journal } = ports;
    this.#ports = {
      ...ports,
      records: meter.counter(
        'sonde_sink_records_total',
        'Stored queries and changes of threats that sinks came past, by what became of them.',
        ['sink', 'result'],
      ),
      failures: meter.counter('sonde_sink_failures_total', 'Attempts to pass on a batch that failed.', [
        'sink',
      ]),
    };
    meter.gauge(
      'sonde_sink_journal_bytes',
      'Bytes of stored batches that wait for a sink.',
      () => journal.bytes,
    );
    meter.gaugeBy(
      'sonde_sink_lag_seconds',
      'For how long the oldest stored batch that a sink has not come past has waited.',
      ['sink'],
      () => this.#each(({ lag }) => lag / 1_000),
    );
    meter.gaugeBy('sonde_sink_waiting_bytes', 'Bytes of stored batches that wait for a sink.', ['sink'], () =>
      this.#each(({ waitingBytes }) => waitingBytes),
    );
    journal.onMore = () => {
      for (const sender of this.#senders.values()) sender.wake();
    };
  }

  /** Learns which sinks there are, before anything is stored that they should have. */
  prepare(): Promise<void> {
    return this.refresh();
  }

  /** Begins to pass on. */
  start(): void {
    this.#isRunning = true;
    for (const { sink } of this.#senders.values()) if (!sink.paused) this.#senders.get(sink.id)!.start();
  }

  /** Takes over what was changed, here or on another collector. */
  refresh(): Promise<void> {
    return this.#turn(async () => {
      if (this.#isStopped) return;
      this.#sinks = await this.#ports.sinkStore.list();
      this.#ports.journal.wanted = this.#sinks.some(({ queries }) => queries);
      const now = new Map(this.#sinks.map((sink) => [sink.id, sink]));
      for (const [id, sender] of this.#senders) {
        if (now.get(id)?.paused === sender.sink.paused) continue;
        this.#senders.delete(id);
        await sender.stop();
      }
      for (const sink of this.#sinks) if (!this.#senders.has(sink.id)) await this.#add(sink);
      await this.#forget();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#turn(() => Promise.all([...this.#senders.values()].map((sender) => sender.stop())));
  }

  async #add(sink: Sink): Promise<void> {
    const sender = new SinkSender(sink, this.#ports);
    await sender.begin();
    this.#senders.set(sink.id, sender);
    if (this.#isRunning && !sink.paused) sender.start();
  }

  /** Forgets the batches of the journal that all sinks have come past. */
  async #forget(): Promise<void> {
    const { journal } = this.#ports;
    const places = [...this.#senders.values()].flatMap(({ place }) =>
      place === undefined ? [] : [place.major],
    );
    await journal.forgetBefore(Math.min(journal.end, ...places));
  }

  #each(read: (sender: SinkSender) => number): { labels: { sink: string }; value: number }[] {
    return [...this.#senders.values()].map((sender) => ({
      labels: { sink: sender.sink.name },
      value: read(sender),
    }));
  }
}
