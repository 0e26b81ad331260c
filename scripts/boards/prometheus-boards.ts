import type { Board, Panel, Query } from './board.ts';

/** Makes a query with the name of its line. */
export const of = (text: string, legend: string): Query => ({ text, legend });
/** Makes a panel of lines. */
export const lines = (
  title: string,
  description: string,
  unit: string,
  ...queries: readonly Query[]
): Panel => ({
  ...{ title, description, unit, queries, form: 'lines', width: 12 },
});
/** Makes a panel of one number. */
export const number = (title: string, description: string, unit: string, query: string): Panel => ({
  ...{ title, description, unit, queries: [of(query, '')], form: 'number', width: 4 },
});
const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}{job="sonde"}[5m]))`;

/** The board of the collector's own state. */
export const collectorBoard: Board = {
  id: 'sonde-collector',
  title: 'Sonde: collector',
  source: 'prometheus',
  panels: [
    number('Up', 'Collectors from which Prometheus gets metrics.', 'short', 'sum(up{job="sonde"})'),
    number(
      'Rows accepted',
      'Accepted rows per second.',
      'short',
      'sum(rate(sonde_ingest_rows_total{job="sonde",result="accepted"}[5m]))',
    ),
    number(
      'Ingest lag',
      'Time that the oldest accepted batch has waited for the store.',
      's',
      'max(sonde_ingest_lag_seconds{job="sonde"})',
    ),
    number(
      'Requests in progress',
      'HTTP requests that the collector is serving.',
      'short',
      'sum(sonde_http_requests_in_flight{job="sonde"})',
    ),
    number(
      'Memory',
      'Resident memory of the collector, without its databases.',
      'bytes',
      'max(process_resident_memory_bytes{job="sonde"})',
    ),
    number(
      'Real-time connections',
      'Open connections of the real-time channel.',
      'short',
      'sum(sonde_socket_connections{job="sonde"})',
    ),
    lines(
      'Rows by result',
      'Rejected rows are malformed or too old. The response to the upload lists them.',
      'short',
      of(rate('sonde_ingest_rows_total', 'result'), '{{result}}'),
    ),
    lines(
      'Uploads by result',
      'busy: the collector told the sender to wait. The sender keeps the batch.',
      'short',
      of(rate('sonde_ingest_batches_total', 'result'), '{{result}}'),
    ),
    lines(
      'Waiting for the store',
      'Accepted batches on disk, and batches that the store refused.',
      'short',
      of('sonde_spool_batches{job="sonde"}', 'batches of {{instance}}'),
      of('sonde_spool_aside{job="sonde"}', 'refused, of {{instance}}'),
    ),
    lines(
      'Connections to PostgreSQL',
      'Busy connections, requests that wait for a connection, changes that wait for another change of the same object, and requests that gave up since the start.',
      'short',
      of('sonde_postgres_connections_busy{job="sonde"}', 'busy, {{instance}}'),
      of('sonde_postgres_waiting{job="sonde"}', 'waiting, {{instance}}'),
      of('sonde_postgres_waiting_in_lanes{job="sonde"}', 'waiting for a turn, {{instance}}'),
      of('sonde_postgres_given_up{job="sonde"}', 'given up, {{instance}}'),
    ),
    lines(
      'Waiting for detection',
      'Accepted batches that no detector has seen yet.',
      'short',
      of('sonde_unexamined_batches{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Fast responses',
      'Share of requests that the collector answered within 0.1 s.',
      'percentunit',
      of(
        'sum(rate(sonde_http_request_duration_seconds_bucket{job="sonde",le="0.1"}[5m])) / sum(rate(sonde_http_request_duration_seconds_count{job="sonde"}[5m]))',
        'within 0.1 s',
      ),
    ),
    lines(
      'Event loop',
      'Lag of the event loop of the collector, 99th percentile.',
      's',
      of('nodejs_eventloop_lag_p99_seconds{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Failed background jobs',
      'Failures by job. The log shows the reasons.',
      'short',
      of(
        'sum by (exported_job) (increase(sonde_job_runs_total{job="sonde",result="failed"}[1h]))',
        '{{exported_job}}',
      ),
    ),
    lines(
      'Domain scans',
      'Scans in progress and waiting scans.',
      'short',
      of('sonde_domain_scans_running{job="sonde"}', 'in progress'),
      of('sonde_domain_scans_waiting{job="sonde"}', 'waiting'),
    ),
    lines(
      'Sinks',
      'Time that the oldest stored batch has waited for each sink.',
      's',
      of('sonde_sink_lag_seconds{job="sonde"}', 'sink {{sink}}'),
    ),
    lines(
      'Notifications',
      'Attempts to send a notification, by channel and result.',
      'short',
      of(
        'sum by (kind, result) (increase(sonde_notification_attempts_total{job="sonde"}[1h]))',
        '{{kind}} {{result}}',
      ),
    ),
  ],
};

/** The board of everything that is lost, left out or set aside, each with its counter. */
export const lossesBoard: Board = {
  id: 'sonde-losses',
  title: 'Sonde: losses',
  source: 'prometheus',
  panels: [
    lines(
      'Rows rejected',
      'Rows of uploads that were not accepted.',
      'short',
      of(
        'sum by (instance) (rate(sonde_ingest_rows_total{job="sonde",result="rejected"}[5m]))',
        '{{instance}}',
      ),
    ),
    lines(
      'Batches set aside',
      'Batches that the store refused. `sonde aside list` lists them.',
      'short',
      of('sonde_spool_aside{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Rows lost to sinks',
      'Stored rows that the journal dropped before a sink received them.',
      'short',
      of(rate('sonde_sink_lost_rows_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Events dropped',
      'Events dropped because a client read too slowly, because they were too large, or because the queue was full.',
      'short',
      of(rate('sonde_events_missed_total', 'instance'), 'missed'),
      of(rate('sonde_events_dropped_total', 'instance'), 'too large'),
      of(rate('sonde_events_undelivered_total', 'instance'), 'queue full'),
    ),
    lines(
      'Live queries dropped',
      'Stored queries that were not sent to subscribers of live queries.',
      'short',
      of(rate('sonde_live_queries_missed_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Certificates dropped',
      'Certificates that were not sent to certstream clients.',
      'short',
      of(rate('sonde_certstream_missed_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Notifications given up',
      'Notifications that were not delivered after all attempts.',
      'short',
      of('sonde_notifications_dead{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Not stored',
      'Scans, web site checks, registrations and services that could not be stored.',
      'short',
      of(rate('sonde_domain_scans_not_stored_total', 'instance'), 'scans'),
      of(rate('sonde_technology_looks_not_stored_total', 'instance'), 'technologies'),
      of(rate('sonde_registrations_not_indexed_total', 'instance'), 'registrations'),
      of(rate('sonde_services_not_indexed_total', 'instance'), 'services'),
    ),
    lines(
      'Requests not counted',
      'Requests that were not counted against a quota because the counter was full.',
      'short',
      of('sonde_quota_uncounted{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Log lines lost',
      'Lines of the log that could not be written.',
      'short',
      of('sonde_log_lost_lines{job="sonde"}', '{{instance}}'),
    ),
  ],
};
