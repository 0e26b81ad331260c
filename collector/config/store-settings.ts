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
      help: 'The directory that everything is kept in: spool, embedded stores, sockets.',
    }),
    clickhouseUrl: optional(url('http', 'https'), {
      env: 'CLICKHOUSE_URL',
      flag: '--clickhouse-url',
      placeholder: 'URL',
      help: 'A ClickHouse server for observed queries, as http://user:password@host:8123/database; the embedded engine if absent.',
      secret: 'password',
    }),
    clickhouseCluster: optional(text, {
      env: 'CLICKHOUSE_CLUSTER',
      flag: '--clickhouse-cluster',
      placeholder: 'NAME',
      help: "A cluster of the ClickHouse server's configuration that the tables lie on, replicated and sharded (deploy/clickhouse-cluster).",
    }),
    clickhouseMemoryBytes: optional(bytes, {
      env: 'SONDE_CLICKHOUSE_MEMORY',
      flag: '--clickhouse-memory',
      placeholder: 'BYTES',
      help: "Memory that the embedded ClickHouse may take, 400MiB at least; a quarter of the machine's if it is left out, up to 4GiB.",
    }),
    databaseUrl: optional(url('postgres', 'postgresql'), {
      env: 'DATABASE_URL',
      flag: '--database-url',
      placeholder: 'URL',
      help: 'A PostgreSQL server for accounts, locations and threats; the embedded server if absent.',
      secret: 'password',
    }),
  }),
  ...settingsAbout('Retention', 'SONDE_', {
    storeProfile: setting(choice(...storeProfiles), 'standard', {
      env: 'SONDE_STORE_PROFILE',
      flag: '--store-profile',
      placeholder: 'PROFILE',
      help: 'How much of each query is stored: lean keeps no records, client ports and message ids, times to the millisecond, and no passive DNS; forensic keeps all of it and never clears it before the query goes.',
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
      help: 'How long stored queries keep the records of their responses, client ports and message ids, by whole days; as long as the queries themselves if it is left out.',
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
      help: 'What the stored traffic may take on disk; beyond it the oldest days of queries are dropped.',
    }),
    rollupBytes: optional(bytes, {
      env: 'SONDE_ROLLUP_BYTES',
      flag: '--rollup-bytes',
      placeholder: 'BYTES',
      help: 'What counts, passive DNS and seen domains may take on disk; while they take more, the oldest month of them is dropped every half hour, save for the present one.',
    }),
  }),
  ...settingsAbout('Ingest', 'SONDE_', {
    spoolBytes: setting(bytes, '4GiB', {
      env: 'SONDE_SPOOL_BYTES',
      flag: '--spool-bytes',
      placeholder: 'BYTES',
      help: 'Accepted batches that may wait on disk for the store, and as much that it refused; beyond it senders are asked to wait.',
    }),
    sinkBytes: setting(bytes, '4GiB', {
      env: 'SONDE_SINK_BYTES',
      flag: '--sink-bytes',
      placeholder: 'BYTES',
      help: 'Stored batches that may wait on disk for sinks; beyond it the oldest go, and count as lost for the sinks that did not have them.',
    }),
    sinkDelay: setting(duration, '10m', {
      env: 'SONDE_SINK_DELAY',
      flag: '--sink-delay',
      placeholder: 'TIME',
      help: 'For so long stored rows may wait for sinks while what comes in wants the processors; sooner if they fill half of SONDE_SINK_BYTES.',
    }),
    sinkDirectory: optional(text, {
      env: 'SONDE_SINK_DIRECTORY',
      flag: '--sink-directory',
      placeholder: 'DIR',
      help: 'The directory that sinks of kind files write to; `sinks` in the data directory if it is left out.',
    }),
    uploadBytes: setting(bytes, '256MiB', {
      env: 'SONDE_UPLOAD_BYTES',
      flag: '--upload-bytes',
      placeholder: 'BYTES',
      help: 'Memory for uploads of queries that are being read, as sent; beyond it senders are asked to wait.',
    }),
  }),
} as const;
