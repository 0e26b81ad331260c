import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import type { SourceState } from '../../ports/source-state.ts';
import { type LookPorts, lookAtSource, pendingSource, type Source, taken } from './look-at-source.ts';

/** Of one document: the largest that is known has a quarter of it. */
const maxBytes = 16 * 1024 * 1024;
/** A document of which only so much is left is taken for a broken one. */
const leastShare = 0.5;
const leastSeconds = 3_600;

export interface SubscribedDocumentParts<Content> {
  readonly url: string;
  /** The file in which the last good document is kept, so that a start without a network has it. */
  readonly file: string;
  readonly what: Source['what'];
  /** What it has, in the plural: "hosts". */
  readonly unit: string;
  /** Milliseconds that a transfer may take; as long as any source if absent. */
  readonly milliseconds?: number;
  /** Reads a document from a file; rejects if it is none. */
  readonly read: (path: string) => Promise<Content>;
  readonly size: (content: Content) => number;
}

/** A document outcome states the result of looking at the address of a subscribed document. */
export interface DocumentOutcome {
  readonly state: 'taken' | 'unchanged' | 'failed';
  readonly reason?: string;
}

/** Names the file of a document by its address, without the ending. */
export function fileNameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}

/**
 * A subscribed document is one that somebody else publishes and the operator asked for. The last good one counts, whatever
 * comes after it: a document that can't be had, is none, or shrinks by more than half, leaves the known one.
 */
export class SubscribedDocument<Content> {
  readonly #parts: SubscribedDocumentParts<Content>;
  readonly #source: Source;
  #state: SourceState = pendingSource;
  #content: Content | undefined;

  constructor(parts: SubscribedDocumentParts<Content>) {
    const { url, what, milliseconds } = parts;
    this.#parts = parts;
    this.#source = {
      what,
      urls: [url],
      keySetting: undefined,
      leastSeconds,
      maxBytes,
      ...(milliseconds === undefined ? {} : { milliseconds }),
    };
  }

  /** Undefined as long as none was taken or loaded. */
  get content(): Content | undefined {
    return this.#content;
  }

  /** Reads what an earlier process kept. */
  async load(): Promise<void> {
    // If there is none yet, or it can't be read, the next refresh brings it.
    this.#content = await this.#kept();
  }

  /** Looks at the address and takes the document if it is another one. */
  async refresh(ports: LookPorts, signal: AbortSignal): Promise<DocumentOutcome> {
    let isTaken = false;
    const before = this.#state;
    try {
      this.#state = await lookAtSource(
        this.#source,
        before,
        ports,
        async (answer) => {
          await this.#take(answer.body);
          isTaken = true;
          return taken(before, answer, '', ports.clock.now());
        },
        signal,
      );
    } catch (error) {
      return { state: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    const { status, note } = this.#state;
    if (status !== 'active') return { state: 'failed', reason: note ?? status };
    return { state: isTaken ? 'taken' : 'unchanged' };
  }

  /** Throws a DocumentError if the document is not to be trusted. */
  async #take(body: AsyncIterable<Uint8Array>): Promise<void> {
    const { file, unit, read, size } = this.#parts;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const coming = `${file}.coming`;
    try {
      await pipeline(Readable.from(body), createWriteStream(coming, { mode: 0o600 }));
      const known = this.#content ?? (await this.#kept());
      const content = await read(coming);
      const had = known === undefined ? 0 : size(known);
      const has = size(content);
      if (has < had * leastShare) throw new DocumentError(`It has ${has} ${unit} where it had ${had}.`);
      await rename(coming, file);
      this.#content = content;
    } finally {
      await rm(coming, { force: true });
    }
  }

  async #kept(): Promise<Content | undefined> {
    const { file, read } = this.#parts;
    return await read(file).catch(() => undefined);
  }
}
