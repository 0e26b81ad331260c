import type { Page } from 'playwright-core';

/** Shown rows counts what the real-time channel has told a page. */
export interface ShownRows {
  /** Rows that the page was given. */
  readonly shown: number;
  /** Rows that it was told of as left out. */
  readonly leftOut: number;
}

interface LiveEvent {
  readonly queries: readonly unknown[];
  readonly left_out: number;
  readonly unexamined: number;
}

/** Counts from now on; the connection has to be opened afterwards. */
export function countShownRows(page: Page): () => ShownRows {
  let [shown, leftOut] = [0, 0];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      // An event of Socket.IO: its kind in digits, then its name and what it tells.
      const [, event] = /^\d+(\["queries",.*)$/s.exec(String(payload)) ?? [];
      if (event === undefined) return;
      const [, live] = JSON.parse(event) as [string, LiveEvent];
      shown += live.queries.length;
      leftOut += live.left_out + live.unexamined;
    });
  });
  return () => ({ shown, leftOut });
}
