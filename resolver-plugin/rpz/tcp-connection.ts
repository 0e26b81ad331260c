import type { Socket } from 'node:net';
import { type AnswerOptions, answer, busy } from './answer.ts';

export interface TcpLimits {
  readonly connections: number;
  /** Transfers that run at the same time. */
  readonly transfers: number;
  /** Milliseconds without a byte in either direction. */
  readonly idle: number;
  /** Milliseconds that a connection may last in all. */
  readonly lifetime: number;
}

export const defaultTcpLimits: TcpLimits = { connections: 32, transfers: 4, idle: 10_000, lifetime: 300_000 };

/** A request for a zone is a name and a signature. */
const maxRequestBytes = 2_048;

/**
 * Answers the requests of one connection, one after the other. Nothing is read while an answer is being sent, and an
 * answer is made only as fast as it is taken, so that a slow or greedy peer costs no more than one message's memory.
 */
export async function serveTcp(
  socket: Socket,
  options: AnswerOptions,
  limits: TcpLimits,
  running: { transfers: number },
): Promise<void> {
  socket.setTimeout(limits.idle, () => socket.destroy());
  const lifetime = setTimeout(() => socket.destroy(), limits.lifetime);
  try {
    let held: Buffer = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      for (;;) {
        const length = held.length < 2 ? undefined : held.readUInt16BE(0);
        if (length === undefined) break;
        if (length > maxRequestBytes) {
          options.counters.malformed += 1;
          return;
        }
        if (held.length < 2 + length) break;
        if (!(await respond(socket, held.subarray(2, 2 + length), options, limits, running))) return;
        held = held.subarray(2 + length);
      }
    }
  } catch {
    // The peer went away in the midst; what that cost was counted where it happened.
  } finally {
    clearTimeout(lifetime);
    socket.destroySoon();
  }
}

/** False if the connection is to be closed. */
async function respond(
  socket: Socket,
  bytes: Buffer,
  options: AnswerOptions,
  limits: TcpLimits,
  running: { transfers: number },
): Promise<boolean> {
  const response = answer(bytes, 'tcp', options);
  if (response === undefined) return false;
  if (!response.transfer) {
    for (const message of response.messages) await send(socket, message);
    return true;
  }
  if (running.transfers >= limits.transfers) {
    options.counters.tooMany += 1;
    const refusal = busy(bytes);
    if (refusal !== undefined) await send(socket, refusal);
    return false;
  }
  running.transfers += 1;
  try {
    for (const message of response.messages) await send(socket, message);
    return true;
  } catch (error) {
    options.counters.brokenTransfers += 1;
    throw error;
  } finally {
    running.transfers -= 1;
  }
}

/** Resolves when the system has taken the message; rejects when the connection is gone. */
function send(socket: Socket, message: Buffer): Promise<void> {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return new Promise((resolve, reject) => {
    socket.write(Buffer.concat([length, message]), (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
