import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { z } from 'zod';
import type { Outlets } from '../../../ports/sinks/outlets.ts';
import type { SinkStream } from '../../../ports/sinks/sinks.ts';
import type { PresentationId } from './presentations/presentation.ts';

/** An outgoing record is one text on its way out, with what a receiver may want to know without reading it. */
export interface OutgoingRecord {
  /** The same at each attempt. */
  readonly id: string;
  /** Microseconds since 1970. */
  readonly at: number;
  readonly stream: SinkStream;
  readonly severity: Severity;
  readonly locationId: number;
  readonly text: string;
}

export interface FrameContext<Config> {
  readonly config: Config;
  /** Whether the texts are JSON objects. */
  readonly isJson: boolean;
  /** The name of the machine that the collector runs on. */
  readonly host: string;
}

export interface OutgoingBatch {
  readonly payload: Uint8Array;
  readonly records: number;
  /** The same at each attempt: what it begins and ends with is fixed. */
  readonly key: string;
  readonly presentation: PresentationId;
}

export interface DeliverContext<Config> {
  /** The sink's own name. */
  readonly name: string;
  readonly config: Config;
  readonly secret: string | undefined;
  readonly outlets: Outlets;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** A delivered batch was taken by the receiver; records that the receiver refused for good are counted. */
export interface Delivered {
  readonly refused: number;
}

/**
 * A delivery error states that a receiver did not take a batch. `refused`: it never will, because of what is in it.
 * Otherwise it may later, once it is back or an operator has mended something.
 */
export class DeliveryError extends Error {
  readonly refused: boolean;
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    message: string,
    options: { refused?: boolean; retryAfterMilliseconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DeliveryError';
    this.refused = options.refused ?? false;
    this.retryAfterMilliseconds = options.retryAfterMilliseconds;
  }
}

/** A sink kind is a kind of receiver: one file says all of it. */
export interface SinkKind<Config = unknown> {
  /** The id as in the API, `elasticsearch`. */
  readonly id: string;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  /** The meaning of the secret, if the kind takes one. */
  readonly secret?: { readonly what: string; readonly needed: boolean };
  readonly presentations: readonly PresentationId[];
  /** The first is what is taken if nothing is said. */
  readonly frame: (records: readonly OutgoingRecord[], context: FrameContext<Config>) => Uint8Array;
  /** Throws a DeliveryError or a FetchError. */
  readonly deliver: (batch: OutgoingBatch, context: DeliverContext<Config>) => Promise<Delivered>;
}

/**
 * Defines a kind of sink, with the one cast of the table: a kind is given no configuration but what its own schema let
 * through.
 */
export function defineSink<Config>(kind: SinkKind<Config>): SinkKind {
  return kind as unknown as SinkKind;
}
