import { connect, type Socket } from 'node:net';
import { ProbeError, type ProbeFailure } from '../../ports/tls-session.ts';
import { ReplyReader, type SmtpReply } from './reply-reader.ts';

const failures: Readonly<Record<string, ProbeFailure>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
};

/** An SMTP connection is a connection to a mail server that reads replies one by one. */
export class SmtpConnection {
  readonly socket: Socket;
  readonly #reader = new ReplyReader();
  #failure: ProbeError | undefined;
  #waiting: { resolve: (reply: SmtpReply) => void; reject: (error: ProbeError) => void } | undefined;
  readonly #onData = (chunk: Buffer) => this.#read(chunk);
  readonly #onEnd = () => this.fail(new ProbeError('unreachable', 'The server closed the connection.'));
  readonly #onError = (error: Error) => this.fail(probeError(error));

  /** Takes over a socket, plain or within TLS. */
  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', this.#onData);
    socket.on('close', this.#onEnd);
    socket.on('error', this.#onError);
  }

  /** Waits for the next reply. Rejects with a ProbeError. */
  reply(): Promise<SmtpReply> {
    const reply = this.#reader.take();
    if (reply !== undefined) return Promise.resolve(reply);
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Sends lines and waits for the reply to the first of them. */
  async command(...lines: readonly string[]): Promise<SmtpReply> {
    this.socket.write(`${lines.join('\r\n')}\r\n`);
    return this.reply();
  }

  /** Ends all waiting for replies. */
  fail(error: ProbeError): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }

  /** Lets go of the socket, which TLS takes over. Throws a ProbeError if the server has sent something already. */
  release(): Socket {
    this.socket.off('data', this.#onData);
    this.socket.off('close', this.#onEnd);
    this.socket.pause();
    if (!this.#reader.isEmpty)
      throw new ProbeError('malformed', 'The server sends more behind its reply to STARTTLS, in the clear.');
    return this.socket;
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.push(chunk);
    } catch (error) {
      this.socket.destroy();
      this.fail(error as ProbeError);
      return;
    }
    const reply = this.#waiting === undefined ? undefined : this.#reader.take();
    if (reply === undefined) return;
    this.#waiting?.resolve(reply);
    this.#waiting = undefined;
  }
}

/** Connects; rejects with a ProbeError. */
export async function openSocket(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host: address, port });
  const opened = Promise.withResolvers<void>();
  socket.once('connect', () => opened.resolve());
  socket.once('error', (error) => opened.reject(probeError(error)));
  const onAbort = () => opened.reject(new ProbeError('timeout', 'Nothing answered in time.'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await opened.promise;
    return socket;
  } catch (error) {
    socket.destroy();
    // What it says from now on is nobody's business.
    socket.on('error', () => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export function probeError(error: Error): ProbeError {
  if (error instanceof ProbeError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new ProbeError(failures[code] ?? 'unreachable', error.message, { cause: error });
}
