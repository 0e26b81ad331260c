import { randomUUID } from 'node:crypto';
import { compressBody } from '@sonde/shared/batch/body.ts';
import { maxBatchFlows } from '@sonde/shared/batch/encrypted-flow.ts';
import { type BatchContent, encodeBatch } from '@sonde/shared/batch/envelope.ts';
import { maxBatchRows } from '@sonde/shared/batch/limits.ts';
import type { Ledger } from '@sonde/shared/batch/metadata.ts';
import type { BatchClose, Sender } from './messages.ts';

/**
 * Bytes of rows in one batch, at most. Below the bound of a whole batch, so that rows which do not compress fit too.
 */
const maxOpenBytes = 15 * 1024 * 1024;

export interface BuiltBatch {
  readonly batchId: string;
  readonly bytes: Buffer;
  readonly rows: number;
  readonly messages: number;
}

/** A batch builder gathers rows and makes batches of them, numbered from 1. */
export class BatchBuilder {
  readonly #sender: Sender;
  readonly #open = new RowGathering();
  readonly #openFlows = new RowGathering();
  #flows = 0;
  #rows = 0;
  #messages = 0;
  #sequence = 0;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Rows of queries. */
  get openRows(): number {
    return this.#rows;
  }

  /** Rows of encrypted flows, which go in batches of their own. */
  get openFlows(): number {
    return this.#flows;
  }

  /** Batches made so far. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Tells whether that many more bytes and rows would go over the bounds of a batch. */
  isFullFor(bytes: number, rows: number): boolean {
    return this.#open.length + bytes > maxOpenBytes || this.#rows + rows > maxBatchRows;
  }

  add(bytes: Uint8Array, rows: number, messages: number): void {
    this.#open.add(bytes);
    this.#rows += rows;
    this.#messages += messages;
  }

  /**
   * Makes a batch of what was gathered, which may be no rows: then it carries the ledger alone. Nothing may be added
   * until it is made.
   */
  async build(close: BatchClose, ledger: Ledger): Promise<BuiltBatch> {
    const body = this.#open.take();
    const rows = this.#rows;
    const messages = this.#messages;
    this.#rows = 0;
    this.#messages = 0;
    return { ...(await this.#encode(close, ledger, body, rows, 'rows')), rows, messages };
  }

  /** Tells whether that many more flows would go over the bounds of a batch. */
  isFullForFlows(bytes: number, flows: number): boolean {
    return this.#openFlows.length + bytes > maxOpenBytes || this.#flows + flows > maxBatchFlows;
  }

  addFlows(bytes: Uint8Array, flows: number): void {
    this.#openFlows.add(bytes);
    this.#flows += flows;
  }

  /** Makes a batch of the gathered flows. None may be added until it is made. */
  async buildFlows(close: BatchClose, ledger: Ledger): Promise<BuiltBatch> {
    const body = this.#openFlows.take();
    const rows = this.#flows;
    this.#flows = 0;
    return { ...(await this.#encode(close, ledger, body, rows, 'flows')), rows, messages: 0 };
  }

  async #encode(
    close: BatchClose,
    ledger: Ledger,
    body: Buffer,
    rows: number,
    content: BatchContent,
  ): Promise<Pick<BuiltBatch, 'batchId' | 'bytes'>> {
    const sequence = ++this.#sequence;
    const empty = body.length === 0;
    const storedBody = empty ? Buffer.alloc(0) : await compressBody(body);
    const batchId = randomUUID();
    const batch = {
      header: {
        batchId,
        agentId: this.#sender.agentId,
        runId: this.#sender.runId,
        sequence,
        createdAt: close.at,
        rows,
        bodyBytes: body.length,
        compression: empty ? ('none' as const) : ('zstd' as const),
      },
      metadata: {
        software: this.#sender.software,
        host: this.#sender.host,
        inputs: close.inputs.slice(0, 64).map((input) => input.slice(-255)),
        ledger_at: close.at,
        ledger,
        treatment: close.treatment,
      },
      storedBody,
    };
    return { batchId, bytes: encodeBatch(batch, content) };
  }
}

/** A row gathering gathers rows in one buffer that is kept from batch to batch, so that gathering makes no garbage. */
export class RowGathering {
  #buffer = Buffer.allocUnsafeSlow(1024 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
      grown.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = needed;
  }

  /** Takes all that was gathered, and begins anew: the returned bytes are good until the next `add`. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}
