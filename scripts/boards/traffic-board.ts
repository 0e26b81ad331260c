import type { Board, Panel } from './board.ts';

const panel =
  (form: Panel['form'], width: number) =>
  (title: string, description: string, unit: string, sql: string, legend = ''): Panel => ({
    ...{ title, description, unit, form, width, queries: [{ text: sql, legend }] },
  });
const lines = panel('lines', 12);
const number = panel('number', 6);
const table = panel('table', 8);

const minutes = 'FROM traffic_minutes WHERE $__timeFilter(minute)';
const queries = 'FROM queries WHERE $__timeFilter(observed_at)';

/** The board of the traffic in ClickHouse. Curves and sums come from sums by the minute, lists from the rows. */
export const trafficBoard: Board = {
  id: 'sonde-traffic',
  title: 'Sonde: DNS traffic',
  source: 'clickhouse',
  panels: [
    number(
      'Queries',
      'Queries in the selected time range.',
      'short',
      `SELECT sum(queries) AS queries ${minutes}`,
    ),
    number(
      'Without a response',
      'Share of queries without a response.',
      'percentunit',
      `SELECT sumIf(queries, outcome != 'answered') / sum(queries) AS share ${minutes}`,
    ),
    number(
      'NXDOMAIN responses',
      'Share of responses with NXDOMAIN (response code 3, RFC 1035 section 4.1.1).',
      'percentunit',
      `SELECT sumIf(queries, outcome = 'answered' AND response_code = 3) / sumIf(queries, outcome = 'answered') AS share ${minutes}`,
    ),
    number(
      'Latency',
      'Median time from query to response.',
      's',
      `SELECT quantilesDDMerge(0.02, 0.5, 0.95, 0.99)(latency)[1] / 1e6 AS median FROM minute_latencies WHERE $__timeFilter(minute)`,
    ),
    lines(
      'Queries per second, by response code',
      'NOERROR 0, SERVFAIL 2, NXDOMAIN 3, REFUSED 5 (IANA, DNS RCODEs).',
      'reqps',
      `SELECT $__timeInterval(minute) AS time, toString(response_code) AS code, sum(queries) / $__interval_s AS rate ${minutes} AND outcome = 'answered' GROUP BY time, code ORDER BY time`,
    ),
    lines(
      'Queries per second, by transport',
      'Queries over UDP, TCP, DoT, DoH, DoQ and others.',
      'reqps',
      `SELECT $__timeInterval(minute) AS time, toString(transport) AS how, sum(queries) / $__interval_s AS rate ${minutes} GROUP BY time, how ORDER BY time`,
    ),
    lines(
      'Latency',
      'Median, 95th and 99th percentile of the time from query to response.',
      's',
      `SELECT time, q[1] / 1e6 AS median, q[2] / 1e6 AS p95, q[3] / 1e6 AS p99 FROM (SELECT $__timeInterval(minute) AS time, quantilesDDMerge(0.02, 0.5, 0.95, 0.99)(latency) AS q FROM minute_latencies WHERE $__timeFilter(minute) GROUP BY time) ORDER BY time`,
    ),
    lines(
      'Bytes per second',
      'Bytes of queries and of responses.',
      'Bps',
      `SELECT $__timeInterval(minute) AS time, sum(query_bytes) / $__interval_s AS queries, sum(response_bytes) / $__interval_s AS responses ${minutes} GROUP BY time ORDER BY time`,
    ),
    table(
      'Top names',
      'By queries in the selected time range.',
      'short',
      `SELECT query_name AS name, count() AS queries ${queries} GROUP BY name ORDER BY queries DESC, name LIMIT 20`,
    ),
    table(
      'Top clients',
      'By queries in the selected time range.',
      'short',
      `SELECT replaceOne(toString(client_address), '::ffff:', '') AS client, count() AS queries ${queries} GROUP BY client ORDER BY queries DESC, client LIMIT 20`,
    ),
    table(
      'Top failing names',
      'Names whose queries got a response code other than NOERROR, or no response.',
      'short',
      `SELECT query_name AS name, if(outcome = 'answered', toString(response_code), 'none') AS code, count() AS queries ${queries} AND (outcome != 'answered' OR response_code != 0) GROUP BY name, code ORDER BY queries DESC, name LIMIT 20`,
    ),
  ],
};
