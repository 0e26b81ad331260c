import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Postmaster } from './postmaster.ts';

/** A supervision keeps one server running until it is told to stop. */
export interface Supervision {
  current(): Postmaster | undefined;
  stop(): Promise<void>;
}

/**
 * Milliseconds: before the first and, at most, before later attempts to start a server that ended by itself, and how
 * long one must run to count as well again.
 */
const pause = { first: 100, longest: 10_000, well: 30_000 };

/** Starts the server again whenever it ends unasked, with growing pauses while it does not come up. */
export function supervise(first: Postmaster, start: () => Promise<Postmaster>, log: Log): Supervision {
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;
  let delay = pause.first;

  const restart = async (): Promise<Postmaster | undefined> => {
    for (; !stopping.signal.aborted; delay = Math.min(delay * 2, pause.longest)) {
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) break;
      try {
        return await start();
      } catch (error) {
        log.error({ error }, 'PostgreSQL does not come up again');
      }
    }
    return undefined;
  };

  const watch = async (): Promise<void> => {
    while (current) {
      const startedAt = performance.now();
      await current.ended;
      delay = performance.now() - startedAt > pause.well ? pause.first : Math.min(delay * 2, pause.longest);
      current = undefined;
      if (stopping.signal.aborted) return;
      log.error({}, 'PostgreSQL ended unasked and is started again');
      current = await restart();
      if (current) log.info({ pid: current.pid }, 'PostgreSQL runs again');
      if (stopping.signal.aborted) await current?.stop();
    }
  };

  const watching = watch();
  return {
    current: () => current,
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await watching;
    },
  };
}
