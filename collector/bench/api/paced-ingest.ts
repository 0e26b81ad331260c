import { setTimeout as delay } from 'node:timers/promises';
import { TrafficGenerator, type TrafficShape } from '../generate-traffic.ts';
import { benchSender, prepareUpload, send } from './uploads.ts';

/** Sends rows of the present moment, a second's worth each second, until it is stopped; gives how many went in. */
export function pacedIngest(
  url: string,
  key: string,
  rowsPerSecond: number,
  shape: TrafficShape,
): { stop: () => Promise<number> } {
  const generator = new TrafficGenerator(shape);
  const sender = benchSender(key);
  const stopping = new AbortController();
  let sent = 0;
  const run = async (): Promise<void> => {
    for (let due = performance.now(); !stopping.signal.aborted; due += 1_000) {
      const now = Date.now();
      await send(url, await prepareUpload(generator.rows(rowsPerSecond, now - 1_000, now), sender));
      sent += rowsPerSecond;
      const rest = Math.max(0, due + 1_000 - performance.now());
      await delay(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = rowsPerSecond === 0 ? Promise.resolve() : run();
  // Reported by `stop`.
  running.catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await running;
      return sent;
    },
  };
}
