import type { RowSink, RowWriter } from '@sonde/sensor/rows/row-writer.ts';
import type { FileOptions } from '../capture/capture-file.ts';
import type { CaptureSource, PacketSink } from '../capture/capture-source.ts';
import type { FollowedLogOptions } from '../capture/logs/followed-log.ts';
import type { PipelineOptions } from '../pipeline/pipeline-options.ts';

/** A row pipeline takes packets and writes rows; the agent uses it through this interface alone. */
export interface RowPipeline extends PacketSink, RowWriter {}

/** The agent's parts are the functions that the agent is put together from; `main.ts` gives the real ones. */
export interface AgentParts {
  readonly openLive: (
    name: string,
    options: { filter?: readonly string[]; snapLength?: number; bufferBytes?: number },
  ) => CaptureSource;
  /** Opens a capture file, `-` for standard input. */
  readonly openFile: (path: string, options: FileOptions) => CaptureSource;
  /** Opens the log of another sensor, to be followed. */
  readonly openLog: (options: FollowedLogOptions) => CaptureSource;
  readonly createPipeline: (options: PipelineOptions, sink: RowSink) => RowPipeline;
  /**
   * Writes the pcap-filter(7) expressions that find messages on these ports, and encrypted DNS if resolvers for it are named,
   * narrowed by the operator's own; the first that suits an interface is taken.
   */
  readonly captureFilters: (
    ports: readonly number[],
    narrowing: string | undefined,
    resolvers: readonly string[] | undefined,
  ) => readonly string[];
}
