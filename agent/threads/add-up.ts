import type { PipelineCounters } from '@sonde/sensor/rows/row-writer.ts';

/** Adds up the counters of pipelines that share the flows of the same packets: those of one pipeline that had them all. */
export function addUpCounters(counters: readonly PipelineCounters[]): PipelineCounters {
  const [first] = counters;
  if (first === undefined) return noCounters;
  // Each sees all packets; one that holds a message holds it for one of them.
  const { packets_captured } = first;
  const withMessages = counters.reduce((sum, own) => sum + packets_captured - own.packets_other, 0);
  return { ...addUp(counters), packets_captured, packets_other: packets_captured - withMessages };
}

/** Adds up the numbers of objects of one form, by their keys, also within objects; what one of them lacks counts as nothing. */
export function addUp<T extends object>(values: readonly T[]): T {
  const sum: Record<string, unknown> = {};
  for (const value of values) {
    for (const [key, part] of Object.entries(value) as [string, unknown][]) {
      const known = sum[key];
      if (typeof part === 'number') sum[key] = (typeof known === 'number' ? known : 0) + part;
      else if (typeof part === 'object' && part !== null)
        sum[key] = addUp(typeof known === 'object' && known !== null ? [known, part] : [part]);
    }
  }
  return sum as T;
}

const noCounters: PipelineCounters = {
  packets_captured: 0,
  packets_other: 0,
  messages_seen: 0,
  messages_stored: 0,
  messages_repeated: 0,
  messages_filtered: 0,
  messages_sampled: 0,
  messages_malformed: {},
  messages_dropped: {},
  messages_pending: 0,
  rows_stored: 0,
};
