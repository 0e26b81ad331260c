import type { RowSample, RowTrace } from '../../../../ports/ingest/stored-rows.ts';
import type { ClickHouse } from '../../clickhouse.ts';

/** Asked seldom, and of all rows that a location had in a day. */
const patient = { seconds: 60, isReadOnce: true } as const;

/**
 * Counts the rows of a sample that are stored, with their details or without (`row-details.ts`). In a cluster it asks all
 * shards: the collector may have been connected to another one.
 */
export async function countStored(
  clickhouse: ClickHouse,
  { locationId, agentId, traces }: RowSample,
): Promise<number> {
  if (traces.length === 0) return 0;
  const times = traces.map(({ observedAt }) => observedAt);
  const [found] = await clickhouse.query<{ found: number }>(
    `SELECT toUInt32(count()) AS found FROM (
       SELECT DISTINCT toUnixTimestamp64Micro(observed_at) AS time, CRC32(query_name) AS checksum,
         client_port, message_id, query_type, latency_us
       FROM queries
       WHERE location_id = {location:UInt32} AND agent_id = {agent:UInt32}
         AND observed_at >= fromUnixTimestamp64Micro({earliest:Int64}, 'UTC')
         AND observed_at <= fromUnixTimestamp64Micro({latest:Int64}, 'UTC')
         AND toUnixTimestamp64Micro(observed_at) IN {times:Array(Int64)}
         AND concat(toString(toUnixTimestamp64Micro(observed_at)), ' ', toString(CRC32(query_name)), ' ',
           toString(client_port), ' ', toString(message_id), ' ', toString(query_type), ' ',
           toString(latency_us)) IN {traces:Array(String)})`,
    {
      location: locationId,
      agent: agentId,
      earliest: Math.min(...times),
      latest: Math.max(...times),
      times,
      traces: traces.flatMap((trace) => [written(trace), written({ ...trace, clientPort: 0, messageId: 0 })]),
    },
    patient,
  );
  return found!.found;
}

/** Writes a trace as the statement does. */
function written({ observedAt, nameChecksum, clientPort, messageId, queryType, latency }: RowTrace): string {
  return [observedAt, nameChecksum, clientPort, messageId, queryType, latency].join(' ');
}
