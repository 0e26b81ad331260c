import type { PipelineCounters } from '@sonde/sensor/rows/pipeline-counters.ts';
import type { RowSink } from '@sonde/sensor/rows/row-sink.ts';
import type { FileOptions } from '../capture/capture-file.ts';
import type { CaptureSource, PacketSink } from '../capture/capture-source.ts';
import type { PipelineOptions } from '../pipeline/pipeline-options.ts';

/** What the agent asks of the pipeline from packets to rows. */
export interface RowPipeline extends PacketSink {
  /** Lets time pass, in microseconds since 1970: queries and streams that waited too long are given up. */
  tick(microseconds: number): void;
  /** Hands out the rows written so far. */
  flush(): void;
  /** Ends what waits and hands out the last rows. */
  end(): void;
  counters(): PipelineCounters;
  /** Figures beside the counters, by name: what reassembly and the tables had to give up, and how full they are. */
  diagnostics?(): Readonly<Record<string, number>>;
  /**
   * Takes other filters, sampling and privacy for the messages from now on; what waits is kept. A pipeline without it
   * keeps those that it was made with.
   */
  configure?(options: Pick<PipelineOptions, 'filters' | 'sampling' | 'privacy'>): void;
}

/** The parts that the agent is put together from; `main.ts` gives the real ones. */
export interface AgentParts {
  readonly openLive: (
    name: string,
    options: { filter?: readonly string[]; snapLength?: number; bufferBytes?: number },
  ) => CaptureSource;
  /** A capture file, `-` for standard input. */
  readonly openFile: (path: string, options: FileOptions) => CaptureSource;
  readonly createPipeline: (options: PipelineOptions, sink: RowSink) => RowPipeline;
  /**
   * The pcap-filter(7) expressions that find messages on these ports, narrowed by the operator's own; the first that
   * suits an interface is taken.
   */
  readonly captureFilters: (ports: readonly number[], narrowing: string | undefined) => readonly string[];
}
