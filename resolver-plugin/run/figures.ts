import { serveMetrics } from '@sonde/sensor/status/metrics-listener.ts';
import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { addGauges, type Reading, rowReadings } from '@sonde/sensor/status/row-metrics.ts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { CounterWatch } from '../counters/watch-counters.ts';
import type { DnstapCounters } from '../dnstap/counters.ts';
import type { FrameLosses } from '../modules/rows/start-rows.ts';
import type { Recorder } from '../rows/recorder.ts';

const dnstapReadings: readonly Reading<DnstapCounters>[] = [
  ['dnstap_bytes', 'Bytes of dnstap received', (counters) => counters.bytes],
  ['dnstap_frames', 'Frames of dnstap received', (counters) => counters.frames],
  ['dnstap_frames_malformed', 'Frames that are not valid dnstap', (counters) => counters.malformed],
  ['dnstap_stream_faults', 'Streams that violated the protocol', (counters) => counters.streamFaults],
  ['dnstap_connections', 'Open dnstap connections', (counters) => counters.connectionsOpen],
  ['dnstap_connections_refused', 'Refused dnstap connections', (counters) => counters.connectionsRefused],
];

/** The figures bring the process's counts of traffic together, for the ledger and for metrics. */
export class Figures {
  watch: CounterWatch | undefined;
  readonly #counters: DnstapCounters;
  #listener: ((queries: number, policyHits: number | undefined) => void) | undefined;
  #recorder: Recorder | undefined;

  constructor(counters: DnstapCounters) {
    this.#counters = counters;
  }

  /** Counts the frames that never became messages, since the start. */
  readonly frames = (): FrameLosses => ({
    malformed: Object.values(this.#counters.malformed).reduce((sum, count) => sum + count, 0),
    lost: this.watch?.lostFrames() ?? 0,
  });

  readonly onRecorder = (recorder: Recorder | undefined): void => {
    this.#recorder = recorder;
  };

  /** Passes on what the resolver counted since the last time. */
  counted(queries: number, policyHits: number | undefined): void {
    this.#listener?.(queries, policyHits);
  }

  /** Sets the one listener: a module that starts again replaces its former one. */
  onCounted(listener: (queries: number, policyHits: number | undefined) => void): void {
    this.#listener = listener;
  }

  /** Serves metrics if an address is given. Rejects if it can't be had. */
  async serve(address: string | undefined): Promise<{ close(): Promise<void> }> {
    if (address === undefined) return { close: () => Promise.resolve() };
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const prefix = 'sonde_resolver';
    addGauges(registry, prefix, dnstapReadings, () => this.#counters);
    addGauges(
      registry,
      prefix,
      [
        [
          'dnstap_frames_lost',
          'Frames lost, estimated from the counters of the resolver',
          () => this.frames().lost,
        ],
      ],
      () => this,
    );
    this.#addRows(registry, prefix);
    return await serveMetrics(address, registry, () => this.#isHealthy());
  }

  /** The figures of rows are those of the recorder of the moment; before there is one, there are none. */
  #addRows(registry: Registry, prefix: string): void {
    const readings = rowReadings.map(([name, help, read, label]): Reading<Figures> => {
      const perReason = label !== undefined || /_(dropped|malformed)$/.test(name);
      return [
        name,
        help,
        ({ recorder }) => (recorder === undefined ? (perReason ? {} : 0) : read(recorder.status())),
        ...(label === undefined ? [] : [label]),
      ] as const as Reading<Figures>;
    });
    addGauges<Figures>(registry, prefix, readings, () => this);
  }

  get recorder(): Recorder | undefined {
    return this.#recorder;
  }

  /** Whether nothing is lost silently. */
  #isHealthy(): boolean {
    if (this.#recorder === undefined) return true;
    const { messages, rows, sinks } = unaccounted(this.#recorder.status());
    return messages === 0 && rows === 0 && sinks === 0;
  }
}
