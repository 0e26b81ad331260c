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
    number('Up', 'Collectors that give metrics.', 'short', 'sum(up{job="sonde"})'),
    number(
      'Rows taken in',
      'Rows of uploads that were accepted, in a second.',
      'short',
      'sum(rate(sonde_ingest_rows_total{job="sonde",result="accepted"}[5m]))',
    ),
    number(
      'Ingest lag',
      'For how long the oldest accepted batch has waited for the store.',
      's',
      'max(sonde_ingest_lag_seconds{job="sonde"})',
    ),
    number(
      'Requests under way',
      'Requests that are being served.',
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
      'Rows by what became of them',
      'Rejected rows are malformed or too old; the upload’s answer names them.',
      'short',
      of(rate('sonde_ingest_rows_total', 'result'), '{{result}}'),
    ),
    lines(
      'Uploads by what became of them',
      'busy: the sender was asked to wait, and keeps the batch.',
      'short',
      of(rate('sonde_ingest_batches_total', 'result'), '{{result}}'),
    ),
    lines(
      'Waiting for the store',
      'Accepted batches on disk, and bytes of them.',
      'short',
      of('sonde_spool_batches{job="sonde"}', 'batches of {{instance}}'),
      of('sonde_spool_aside{job="sonde"}', 'refused, of {{instance}}'),
    ),
    lines(
      'Connections to PostgreSQL',
      'Busy ones, what waits for one, what waits for another change of the same thing, and what waited in vain since the start.',
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
      'Answers in time',
      'Share of requests that were answered within 0.1 s.',
      'percentunit',
      of(
        'sum(rate(sonde_http_request_duration_seconds_bucket{job="sonde",le="0.1"}[5m])) / sum(rate(sonde_http_request_duration_seconds_count{job="sonde"}[5m]))',
        'within 0.1 s',
      ),
    ),
    lines(
      'Event loop',
      'How late the collector gets to what is due, at the 99th percentile.',
      's',
      of('nodejs_eventloop_lag_p99_seconds{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Background jobs that fail',
      'By job; the log has the reasons.',
      'short',
      of(
        'sum by (exported_job) (increase(sonde_job_runs_total{job="sonde",result="failed"}[1h]))',
        '{{exported_job}}',
      ),
    ),
    lines(
      'Domain scans',
      'Scans under way and waiting.',
      'short',
      of('sonde_domain_scans_running{job="sonde"}', 'under way'),
      of('sonde_domain_scans_waiting{job="sonde"}', 'waiting'),
    ),
    lines(
      'Sinks',
      'For how long the oldest stored batch has waited for each sink.',
      's',
      of('sonde_sink_lag_seconds{job="sonde"}', 'sink {{sink}}'),
    ),
    lines(
      'Notifications',
      'Attempts to tell of a threat, by channel and by what came of them.',
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
      'Batches that the store refused: `sonde aside list`.',
      'short',
      of('sonde_spool_aside{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Rows that sinks never had',
      'Stored rows that were gone before a sink came to them.',
      'short',
      of(rate('sonde_sink_lost_rows_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Events left out',
      'Events for clients that read too slowly, that were too large, or that found no room.',
      'short',
      of(rate('sonde_events_missed_total', 'instance'), 'missed'),
      of(rate('sonde_events_dropped_total', 'instance'), 'too large'),
      of(rate('sonde_events_undelivered_total', 'instance'), 'no room'),
    ),
    lines(
      'Live queries not shown',
      'Stored queries that subscribers were not shown.',
      'short',
      of(rate('sonde_live_queries_missed_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Certificates left out',
      'Certificates that listeners in the forms of certstream did not get.',
      'short',
      of(rate('sonde_certstream_missed_total', 'instance'), '{{instance}}'),
    ),
    lines(
      'Notifications given up',
      'Notifications that no attempt delivered.',
      'short',
      of('sonde_notifications_dead{job="sonde"}', '{{instance}}'),
    ),
    lines(
      'Not stored',
      'Scans, looks at sites, registrations and services that could not be stored.',
      'short',
      of(rate('sonde_domain_scans_not_stored_total', 'instance'), 'scans'),
      of(rate('sonde_technology_looks_not_stored_total', 'instance'), 'technologies'),
      of(rate('sonde_registrations_not_indexed_total', 'instance'), 'registrations'),
      of(rate('sonde_services_not_indexed_total', 'instance'), 'services'),
    ),
    lines(
      'Requests that were not counted',
      'Requests that found no room in the count of quotas.',
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
