import type { Duplex } from 'node:stream';
import { DeliveryError } from '../define-sink.ts';

/** Octets that a receiver may say before somebody has listened to them. */
const mostUnread = 4 * 1024 * 1024;

/**
 * A conversation is a connection on which both sides speak: what is read is read in pieces of a known length or up to the
 * end of a line. Every method throws a DeliveryError once the connection is over or the signal says so.
 */
export class Conversation {
  #connection: Duplex;
  #unread = Buffer.alloc(0);
  #failure: DeliveryError | undefined;
  #more = Promise.withResolvers<void>();

  constructor(connection: Duplex, signal: AbortSignal) {
    this.#connection = connection;
    this.#listen();
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  /** Resolves once the other side can take more. */
  async write(bytes: Uint8Array): Promise<void> {
    this.#check();
    if (this.#connection.write(bytes)) return;
    const drained = Promise.withResolvers<void>();
    const done = () => drained.resolve();
    const { signal } = this.#closing;
    this.#connection.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
    await drained.promise;
    this.#connection.off('drain', done);
    signal.removeEventListener('abort', done);
    this.#check();
  }

  /** Reads so many octets. */
  async read(length: number): Promise<Buffer> {
    while (this.#unread.length < length) await this.#hear();
    const piece = this.#unread.subarray(0, length);
    this.#unread = this.#unread.subarray(length);
    return piece;
  }

  /** Reads a line, without CR and LF. */
  async readLine(most: number): Promise<string> {
    for (let from = 0; ; ) {
      const end = this.#unread.indexOf(0x0a, from);
      if (end > most || (end < 0 && this.#unread.length > most))
        throw new DeliveryError('The receiver says a line that is too long.');
      if (end >= 0) {
        const line = this.#unread.toString('utf8', 0, end).replace(/\r$/, '');
        this.#unread = this.#unread.subarray(end + 1);
        return line;
      }
      from = this.#unread.length;
      await this.#hear();
    }
  }

  /** Goes on over a connection that is made of this one, as by TLS. */
  async over(change: (connection: Duplex) => Promise<Duplex>): Promise<void> {
    this.#connection.off('data', this.#onData).off('close', this.#onClose).off('error', this.#onError);
    this.#connection.pause();
    if (this.#unread.length > 0)
      throw new DeliveryError('The receiver speaks before its connection is secure.');
    const before = this.#connection;
    try {
      this.#connection = await change(before);
    } catch (error) {
      before.destroy();
      throw error;
    }
    this.#listen();
  }

  /** Ends the connection once what was written is out; at once if it is broken. */
  close(): void {
    const connection = this.#connection;
    if (this.#failure === undefined) connection.end(() => connection.destroy());
    else connection.destroy();
  }

  readonly #closing = new AbortController();

  #listen(): void {
    this.#connection.on('data', this.#onData).on('close', this.#onClose).on('error', this.#onError);
  }

  async #hear(): Promise<void> {
    this.#check();
    await this.#more.promise;
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #fail(message: string, cause?: unknown): void {
    this.#failure ??= new DeliveryError(message, { cause });
    this.#closing.abort();
    this.#tell();
  }

  #tell(): void {
    const { resolve } = this.#more;
    this.#more = Promise.withResolvers();
    resolve();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    if (this.#unread.length > mostUnread) {
      this.#fail('The receiver says more than it is asked.');
      this.#connection.destroy();
    }
    this.#tell();
  };
  readonly #onClose = (): void => this.#fail('The receiver closes the connection.');
  readonly #onError = (error: Error): void => this.#fail(`The connection broke: ${error.message}`, error);
  readonly #onAbort = (): void => {
    this.#fail('The receiver did not take the batch in time.');
    this.#connection.destroy();
  };
}
