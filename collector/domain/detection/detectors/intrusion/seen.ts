import type { BatchRows } from '../../batch-rows.ts';

/** Gives what every finding about a single query has. */
export function seen(row: BatchRows): { server: string; at: string; sample_names: string[] } {
  return {
    server: row.serverAddress,
    at: new Date(row.observedSeconds * 1_000).toISOString(),
    sample_names: [row.queryName],
  };
}
