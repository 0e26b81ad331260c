import type { RowSample, RowTrace } from '../../../../ports/ingest/stored-rows.ts';
import type { ClickHouse } from '../../clickhouse.ts';
import { leanTime } from '../../lean-rows.ts';

/** Asked seldom, and of all rows that a location had in a day. */
const patient = { seconds: 60, isReadOnce: true } as const;

/**
 * Counts the rows of a sample that are stored, with their details, without (`row-details.ts`) or as a lean store has them. In a
 * cluster it asks all shards: the collector may have been connected to another one.
 */
export async function countStored(
  clickhouse: ClickHouse,
  { locationId, agentId, traces }: RowSample,
): Promise<number> {
  if (traces.length === 0) return 0;
  const times = traces.flatMap(({ observedAt }) => [observedAt, leanTime(observedAt)]);
  const forms = traces.map((trace) => [trace, bare(trace), lean(trace)].map(written));
  const found = await clickhouse.query<{ trace: string }>(
    `SELECT DISTINCT concat(toString(toUnixTimestamp64Micro(observed_at)), ' ', toString(CRC32(query_name)), ' ',
         toString(client_port), ' ', toString(message_id), ' ', toString(query_type), ' ', toString(latency_us)) AS trace
     FROM queries
     WHERE location_id = {location:UInt32} AND agent_id = {agent:UInt32}
       AND observed_at >= fromUnixTimestamp64Micro({earliest:Int64}, 'UTC')
       AND observed_at <= fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
       AND toUnixTimestamp64Micro(observed_at) IN {times:Array(Int64)}
       AND trace IN {traces:Array(String)}`,
    {
      location: locationId,
      agent: agentId,
      earliest: Math.min(...times),
      latest: Math.max(...times),
      times,
      traces: forms.flat(),
    },
    patient,
  );
  // Rows of one time and name may be one to a lean store.
  const stored = new Set(found.map(({ trace }) => trace));
  return forms.filter((each) => each.some((form) => stored.has(form))).length;
}

/** As a row without details has it. */
function bare(trace: RowTrace): RowTrace {
  return { ...trace, clientPort: 0, messageId: 0 };
}

function lean(trace: RowTrace): RowTrace {
  return { ...bare(trace), observedAt: leanTime(trace.observedAt) };
}

/** Writes a trace as the statement does. */
function written({ observedAt, nameChecksum, clientPort, messageId, queryType, latency }: RowTrace): string {
  return [observedAt, nameChecksum, clientPort, messageId, queryType, latency].join(' ');
}
