import type { z } from 'zod';
import type { Severity } from '../schemas/severity.ts';
import type { AgentState } from './agent-state.ts';
import type { Outlets } from './outlets.ts';
import type { PresentationId } from './presentation-ids.ts';

/** Connections are those of encrypted DNS, which sensors alone pass on. */
export type SinkStream = 'queries' | 'threats' | 'connections';

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
  readonly presentation: PresentationId;
  /** The name of the machine that passes on. */
  readonly host: string;
}

export interface OutgoingBatch {
  readonly payload: Uint8Array;
  readonly records: number;
  /** The same at each attempt: what it begins and ends with is fixed. */
  readonly key: string;
  readonly presentation: PresentationId;
}

export interface DeliverContext<Config, Memory = unknown> {
  /** The sink's own name. */
  readonly name: string;
  readonly config: Config;
  readonly secret: string | undefined;
  readonly outlets: Outlets;
  /** The name of the machine that passes on. */
  readonly host: string;
  readonly run: SendingRun;
  /** What the kind keeps from batch to batch, one for each start of a sink. */
  readonly memory: Memory;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** A sending run is one start of a sink on one collector or sensor, and how far it has come: the same at each attempt of a batch. */
export interface SendingRun {
  readonly id: string;
  /** Batches that were delivered in it. */
  readonly batches: number;
  /** Records in them. */
  readonly records: number;
  /** One query of so many is passed on at all. */
  readonly sample: number;
}

/** A batch size says how much one delivery shall have, for receivers to which few large ones are better. */
export interface BatchSize {
  readonly records: number;
  readonly characters: number;
  /** Stored batches that it is made of, at most; if one alone, a batch is the same after a crash, too. */
  readonly files: number;
  /** Milliseconds that the oldest row waits for others. */
  readonly wait: number;
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

export interface ChosenStreams {
  /** Who passes on: a sensor has no store, and knows neither threats nor other agents. */
  readonly by: 'collector' | 'sensor';
  readonly presentation: PresentationId;
  readonly queries: boolean;
  readonly threats: boolean;
  readonly connections: boolean;
}

/** A sink kind is a kind of receiver: one file says all of it. */
export interface SinkKind<Config = unknown, Memory = unknown> {
  /** The id as in the API, `elasticsearch`. */
  readonly id: string;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  /** The meaning of the secret, if the kind takes one. */
  readonly secret?: { readonly what: string; readonly needed: boolean };
  /** The first is what is taken if nothing is said. */
  readonly presentations: readonly PresentationId[];
  /** What does not go together though each for itself is well, in words behind "config". */
  readonly fault?: (config: Config, chosen: ChosenStreams) => string | undefined;
  /** Absent if batches are small, and go as soon as there is something. */
  readonly size?: (config: Config) => BatchSize;
  /** What is kept from batch to batch, as it is at first; absent if nothing is. */
  readonly begin?: () => Memory;
  /** How agents do is told too, again and again, if the configuration wants it: each time anew, since what was is of no use. */
  readonly agents?: {
    readonly areWanted: (config: Config) => boolean;
    readonly frame: (agents: readonly AgentState[], config: Config, now: number) => Uint8Array;
  };
  readonly frame: (records: readonly OutgoingRecord[], context: FrameContext<Config>) => Uint8Array;
  /** Throws a DeliveryError or a FetchError. */
  readonly deliver: (batch: OutgoingBatch, context: DeliverContext<Config, Memory>) => Promise<Delivered>;
}

/** Tells whether a sink of this kind and configuration works with a secret alone: its kind says so, or the way of signing in that it chose. */
export function needsSecret({ secret }: Pick<SinkKind, 'secret'>, config: unknown): boolean {
  const { authentication = 'none' } = config as { readonly authentication?: string };
  return secret?.needed === true || authentication !== 'none';
}

/**
 * Defines a kind of sink, with the one cast of the table: a kind is given no configuration but what its own schema let
 * through.
 */
export function defineSink<Config, Memory = undefined>(kind: SinkKind<Config, Memory>): SinkKind {
  return kind as unknown as SinkKind;
}
