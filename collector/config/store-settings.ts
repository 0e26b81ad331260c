import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { bytes, choice, duration, text, url } from '@sonde/shared/settings/setting-types.ts';
import { storeProfiles } from '../ports/ingest/store-profile.ts';

/** Store settings choose the stores, their place on disk, and the time that data are kept. */
export const storeSettings = {
  ...settingsAbout('Store', 'SONDE_', {
    dataDirectory: setting(text, '.sonde', {
      env: 'SONDE_DATA',
      flag: '--data',
      placeholder: 'DIR',
      help: 'The directory for all data: spool, embedded stores, sockets.',
    }),
    clickhouseUrl: optional(url('http', 'https'), {
      env: 'CLICKHOUSE_URL',
      flag: '--clickhouse-url',
      placeholder: 'URL',
      help: 'A ClickHouse server for observed queries, as http://user:password@host:8123/database. Without it, the collector uses the embedded engine.',
      secret: 'password',
    }),
    clickhouseCluster: optional(text, {
      env: 'CLICKHOUSE_CLUSTER',
      flag: '--clickhouse-cluster',
      placeholder: 'NAME',
      help: 'A cluster in the configuration of the ClickHouse server, on which the tables are replicated and sharded (deploy/clickhouse-cluster).',
    }),
    clickhouseMemoryBytes: optional(bytes, {
      env: 'SONDE_CLICKHOUSE_MEMORY',
      flag: '--clickhouse-memory',
      placeholder: 'BYTES',
      help: "Memory for the embedded ClickHouse, at least 400MiB. The default is a quarter of the machine's memory, up to 4GiB.",
    }),
    databaseUrl: optional(url('postgres', 'postgresql'), {
      env: 'DATABASE_URL',
      flag: '--database-url',
      placeholder: 'URL',
      help: 'A PostgreSQL server for accounts, locations and threats. Without it, the collector uses the embedded server.',
      secret: 'password',
    }),
  }),
  ...settingsAbout('Retention', 'SONDE_', {
    storeProfile: setting(choice(...storeProfiles), 'standard', {
      env: 'SONDE_STORE_PROFILE',
      flag: '--store-profile',
      placeholder: 'PROFILE',
      help: 'How much of each query is stored. `lean` stores no records, client ports, message ids or passive DNS, and times only to the millisecond. `forensic` stores everything, and removes details only together with the query.',
    }),
    retention: setting(duration, '90d', {
      env: 'SONDE_RETENTION',
      flag: '--retention',
      placeholder: 'TIME',
      help: 'How long observed queries are kept.',
    }),
    detailRetention: optional(duration, {
      env: 'SONDE_DETAIL_RETENTION',
      flag: '--detail-retention',
      placeholder: 'TIME',
      help: 'How long stored queries keep the records of their responses, client ports and message ids, in whole days. The default is the retention of the queries.',
    }),
    rollupRetention: setting(duration, '730d', {
      env: 'SONDE_ROLLUP_RETENTION',
      flag: '--rollup-retention',
      placeholder: 'TIME',
      help: 'How long counts, passive DNS and seen domains are kept.',
    }),
    storeBytes: optional(bytes, {
      env: 'SONDE_STORE_BYTES',
      flag: '--store-bytes',
      placeholder: 'BYTES',
      help: 'Disk space for the stored traffic. Above it, the collector removes the oldest days of queries.',
    }),
    rollupBytes: optional(bytes, {
      env: 'SONDE_ROLLUP_BYTES',
      flag: '--rollup-bytes',
      placeholder: 'BYTES',
      help: 'Disk space for counts, passive DNS and seen domains. While they take more, the collector removes their oldest month every half hour, but never the current month.',
    }),
  }),
  ...settingsAbout('Ingest', 'SONDE_', {
    spoolBytes: setting(bytes, '4GiB', {
      env: 'SONDE_SPOOL_BYTES',
      flag: '--spool-bytes',
      placeholder: 'BYTES',
      help: 'Disk space for accepted batches that wait for the store, and as much again for batches that the store refused. Above it, the collector asks senders to wait.',
    }),
    sinkBytes: setting(bytes, '4GiB', {
      env: 'SONDE_SINK_BYTES',
      flag: '--sink-bytes',
      placeholder: 'BYTES',
      help: 'Disk space for stored batches that wait for sinks. Above it, the collector removes the oldest batches and counts them as lost for the sinks that have not received them.',
    }),
    sinkDelay: setting(duration, '10m', {
      env: 'SONDE_SINK_DELAY',
      flag: '--sink-delay',
      placeholder: 'TIME',
      help: 'How long stored rows can wait for sinks while incoming data needs the processors. The wait is shorter if the rows fill half of SONDE_SINK_BYTES.',
    }),
    sinkDirectory: optional(text, {
      env: 'SONDE_SINK_DIRECTORY',
      flag: '--sink-directory',
      placeholder: 'DIR',
      help: 'The directory for sinks of kind `files`. The default is `sinks` in the data directory.',
    }),
    uploadBytes: setting(bytes, '256MiB', {
      env: 'SONDE_UPLOAD_BYTES',
      flag: '--upload-bytes',
      placeholder: 'BYTES',
      help: 'Memory for uploads of queries that are being read, in bytes as sent. Above it, the collector asks senders to wait.',
    }),
  }),
} as const;
