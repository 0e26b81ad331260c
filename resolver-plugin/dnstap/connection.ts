import type { Socket } from 'node:net';
import type { Closing, DnstapCounters } from './counters.ts';
import { FrameStreamError } from './frame-stream-error.ts';
import { createStreamDecoder, type StreamTarget } from './stream-decoder.ts';

export interface ConnectionTimes {
  /** Milliseconds from the connection to START. */
  readonly opening: number;
  /** Milliseconds that a frame may stay unfinished; a silent stream between two frames may last for ever. */
  readonly stall: number;
}

/** Follows one writer's stream to its end; `closed` is called once. Answers a function that ends it from our side. */
export function serveConnection(
  socket: Socket,
  target: StreamTarget,
  times: ConnectionTimes,
  closed: () => void,
): () => void {
  const { counters } = target;
  const decoder = createStreamDecoder(target, (bytes) => socket.write(bytes));
  let closing: Closing | undefined;

  const end = (reason: Closing): void => {
    closing ??= reason;
    clearTimeout(openingTimer);
    socket.destroy();
  };
  const guard = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof FrameStreamError)) throw error;
      counters.streamFaults[error.fault] += 1;
      end('protocol');
    }
  };
  const openingTimer = setTimeout(() => end('never_opened'), times.opening);

  socket.on('data', (chunk: Buffer) => {
    counters.bytes += chunk.length;
    guard(() => decoder.push(chunk));
    if (decoder.state === 'running' || decoder.state === 'stopped') clearTimeout(openingTimer);
    // After FINISH nothing more is due: close, so that a writer that stays cannot hold the place.
    if (decoder.state === 'stopped' && closing === undefined) {
      closing = 'ended';
      socket.destroySoon();
    }
  });
  socket.on('end', () => {
    guard(() => decoder.end());
    end('ended');
  });
  socket.setTimeout(times.stall, () => {
    if (decoder.pendingBytes > 0 || decoder.state === 'stopped') end('stalled');
  });
  socket.on('error', () => end('broken'));
  socket.on('close', () => {
    end('ended');
    countClosing(counters, closing ?? 'ended');
    closed();
  });
  counters.connectionsOpened += 1;
  counters.connectionsOpen += 1;
  return () => end('shutdown');
}

function countClosing(counters: DnstapCounters, closing: Closing): void {
  counters.connectionsOpen -= 1;
  counters.connectionsClosed[closing] += 1;
}
