import type { RepeatedMessages } from '@sonde/sensor/rows/message-counts.ts';
import type { PipelineCounters } from '@sonde/sensor/rows/row-writer.ts';
import type { ChangeableOptions } from '@sonde/sensor/rows/transaction-options.ts';
import type { CaptureError } from '../capture/capture-error.ts';
import type { Resolvers } from '../encrypted/resolver-list.ts';
import type { PipelineOptions } from '../pipeline/pipeline-options.ts';

/** The options of a pipeline as they go to another thread: a list of resolvers is made anew there. */
export interface DecoderSettings {
  readonly options: Omit<PipelineOptions, 'encryptedDns'>;
  readonly encryptedDns:
    | {
        readonly resolvers: Resolvers;
        readonly bounds: Omit<NonNullable<PipelineOptions['encryptedDns']>, 'resolvers'>;
      }
    | undefined;
  /** Whether messages on ports that were not named are counted. */
  readonly looksForOtherPorts: boolean;
  /** Whether rows are compressed by the thread and thrown away, which is what a measurement asks for. */
  readonly compresses: boolean;
}

/**
 * Octets in memory that all threads see. The memory comes along the first time, and is kept unless its number is `oneTimeMemory`: the
 * engine takes each that arrives for new memory, and collects garbage for it.
 */
export interface SharedOctets {
  readonly number: number;
  readonly memory: SharedArrayBuffer | undefined;
  readonly length: number;
}

/** A task is what a decoder thread is given to do. It answers each in turn by one `Decoded`. */
export type ToDecoder =
  /** Packets as a `PacketBuffer` holds them. */
  | { readonly kind: 'packets'; readonly octets: SharedOctets }
  /** Octets of a file, or its end; `file` numbers it from 0 on. */
  | {
      readonly kind: 'contents';
      readonly file: number;
      readonly name: string;
      readonly isFirst: boolean;
      readonly octets: SharedOctets;
    }
  | { readonly kind: 'contentsEnd'; readonly file: number }
  | { readonly kind: 'tick' | 'idle'; readonly microseconds: number }
  | { readonly kind: 'secrets'; readonly text: string }
  | { readonly kind: 'configure'; readonly options: ChangeableOptions }
  | { readonly kind: 'flush' | 'end' };

/** Rows that a decoder thread hands out; `messages` is undefined of encrypted flows. */
export interface DecodedRows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
  readonly messages: number | undefined;
}

/** Figures that are asked for less often than the counters. */
export interface DecoderFigures {
  readonly diagnostics: Readonly<Record<string, number>>;
  readonly repeated: RepeatedMessages;
  readonly unknownLinkTypes: Readonly<Record<number, number>>;
  readonly otherPorts: Readonly<Record<string, number>>;
  /** Octets of rows before and after compression, if the thread compresses them. */
  readonly rowBytes: number;
  readonly compressedBytes: number;
}

export interface Decoded {
  readonly rows: readonly DecodedRows[];
  /** The counters when these rows had been handed out. */
  readonly counters: PipelineCounters;
  /** Of what was flushed or ended. */
  readonly figures: DecoderFigures | undefined;
  /** Of contents: packets read so far, and what was wrong. */
  readonly packets: number;
  readonly fault: { readonly code: CaptureError['code']; readonly message: string } | undefined;
}
