import { scanSettings } from './scan-settings.ts';
import { optional, type Setting, setting } from './setting.ts';
import {
  bytes,
  choice,
  chosenKey,
  chosenSecret,
  duration,
  feedChoice,
  integer,
  list,
  listenAddress,
  mailRecipient,
  network,
  origin,
  proxyNetwork,
  secretText,
  text,
  url,
} from './setting-types.ts';

/** Every setting of the collector, once. Flags, .env.example, docs/configuration.md and `config` derive from this. */
export const settings = {
  listen: setting(list(listenAddress), '127.0.0.1:8080', {
    env: 'SONDE_LISTEN',
    flag: '--listen',
    placeholder: 'ADDRESS',
    help: 'Where to listen.',
  }),
  tlsCertificate: optional(text, {
    env: 'SONDE_TLS_CERTIFICATE',
    flag: '--tls-certificate',
    placeholder: 'FILE',
    help: 'A certificate chain in PEM: makes the collector serve TLS. A renewed file is taken over within a minute.',
  }),
  tlsKey: optional(text, {
    env: 'SONDE_TLS_KEY',
    flag: '--tls-key',
    placeholder: 'FILE',
    help: "The certificate's private key in PEM.",
  }),
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
    help: 'A ClickHouse server for observed queries, as http://user:password@host:8123/database; the embedded engine where absent.',
    secret: 'password',
  }),
  clickhouseCluster: optional(text, {
    env: 'CLICKHOUSE_CLUSTER',
    flag: '--clickhouse-cluster',
    placeholder: 'NAME',
    help: "A cluster of the ClickHouse server's configuration that the tables lie on, replicated and sharded (deploy/clickhouse-cluster).",
  }),
  databaseUrl: optional(url('postgres', 'postgresql'), {
    env: 'DATABASE_URL',
    flag: '--database-url',
    placeholder: 'URL',
    help: 'A PostgreSQL server for accounts, locations and threats; the embedded server where absent.',
    secret: 'password',
  }),
  adminKey: optional(chosenKey, {
    env: 'SONDE_ADMIN_KEY',
    flag: '--admin-key',
    placeholder: 'KEY',
    help: "An administrator's API key; without it one is made at the first start and shown once.",
    secret: 'all',
  }),
  adminEmail: setting(text, 'administrator@sonde.invalid', {
    env: 'SONDE_ADMIN_EMAIL',
    flag: '--admin-email',
    placeholder: 'EMAIL',
    help: 'The address of the administrator that a fresh installation starts with.',
  }),
  tokenSecret: optional(chosenSecret, {
    env: 'SONDE_TOKEN_SECRET',
    flag: '--token-secret',
    placeholder: 'SECRET',
    help: 'What login tokens are signed with; collectors that share a database need the same one. Made at the first start where absent.',
    secret: 'all',
  }),
  trustedProxies: setting(list(proxyNetwork), '', {
    env: 'SONDE_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    placeholder: 'NETWORKS',
    help: 'Proxies whose X-Forwarded-For is believed.',
  }),
  corsOrigins: setting(list(origin), '', {
    env: 'SONDE_CORS_ORIGINS',
    flag: '--cors-origins',
    placeholder: 'ORIGINS',
    help: 'Origins of web pages that may use the API from a browser.',
  }),
  graphqlExplorer: setting(choice('on', 'off'), 'on', {
    env: 'SONDE_GRAPHQL_EXPLORER',
    flag: '--graphql-explorer',
    placeholder: 'SWITCH',
    help: 'Whether a browser that opens /graphql gets the interactive explorer.',
  }),
  logLevel: setting(choice('debug', 'info', 'warn', 'error', 'silent'), 'info', {
    env: 'SONDE_LOG_LEVEL',
    flag: '--log-level',
    placeholder: 'LEVEL',
    help: 'How much is logged.',
  }),
  retention: setting(duration, '90d', {
    env: 'SONDE_RETENTION',
    flag: '--retention',
    placeholder: 'TIME',
    help: 'How long observed queries are kept.',
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
  spoolBytes: setting(bytes, '4GiB', {
    env: 'SONDE_SPOOL_BYTES',
    flag: '--spool-bytes',
    placeholder: 'BYTES',
    help: 'Accepted batches that may wait on disk for the store, and as much that it refused; beyond it senders are asked to wait.',
  }),
  uploadBytes: setting(bytes, '256MiB', {
    env: 'SONDE_UPLOAD_BYTES',
    flag: '--upload-bytes',
    placeholder: 'BYTES',
    help: 'Memory for uploads of queries that are being read, as sent; beyond it senders are asked to wait.',
  }),
  clickhouseMemoryBytes: optional(bytes, {
    env: 'SONDE_CLICKHOUSE_MEMORY',
    flag: '--clickhouse-memory',
    placeholder: 'BYTES',
    help: "Memory that the embedded ClickHouse may take, 400MiB at least; a quarter of the machine's where it is left out, up to 4GiB.",
  }),
  provisionAgent: optional(text, {
    env: 'SONDE_PROVISION_AGENT',
    flag: '--provision-agent',
    placeholder: 'FILE',
    help: 'Makes a location for an agent on this machine and writes its key to that file, where it has none that works.',
  }),
  feeds: setting(feedChoice, 'none', {
    env: 'SONDE_FEEDS',
    flag: '--feeds',
    placeholder: 'FEEDS',
    help: 'Feeds of indicators to fetch; nothing is fetched unless asked for, since each has terms of its own. Collectors that share a database need the same list.',
  }),
  feedDirectory: optional(text, {
    env: 'SONDE_FEED_DIRECTORY',
    flag: '--feed-directory',
    placeholder: 'DIR',
    help: 'Reads feeds from files of this directory, named by their ids, in place of the network.',
  }),
  abuseChKey: optional(secretText, {
    env: 'SONDE_ABUSE_CH_KEY',
    flag: '--abuse-ch-key',
    placeholder: 'KEY',
    help: "The Auth-Key for abuse.ch's feeds (URLhaus, ThreatFox, Feodo Tracker, SSLBL).",
    secret: 'all',
  }),
  phishtankKey: optional(secretText, {
    env: 'SONDE_PHISHTANK_KEY',
    flag: '--phishtank-key',
    placeholder: 'KEY',
    help: 'The application key for PhishTank.',
    secret: 'all',
  }),
  asTable: optional(text, {
    env: 'SONDE_AS_TABLE',
    flag: '--as-table',
    placeholder: 'FILE',
    help: 'A table of which autonomous systems announce which addresses, plain or packed with gzip, in the forms of docs/detection.md. It is read anew when it changes.',
  }),
  allowedNetworks: setting(list(network), '', {
    env: 'SONDE_ALLOWED_NETWORKS',
    flag: '--allowed-networks',
    placeholder: 'NETWORKS',
    help: 'Networks that the collector may connect to although they are not public: private, loopback and link-local ones are refused otherwise.',
  }),
  smtpUrl: optional(url('smtp', 'smtps'), {
    env: 'SONDE_SMTP_URL',
    flag: '--smtp-url',
    placeholder: 'URL',
    help: 'The mail server that alerts are sent over, as smtp://user:password@host:587; no mail is sent where absent. One in a private network needs SONDE_ALLOWED_NETWORKS.',
    secret: 'password',
  }),
  mailFrom: setting(text, 'Sonde <sonde@localhost>', {
    env: 'SONDE_MAIL_FROM',
    flag: '--mail-from',
    placeholder: 'ADDRESS',
    help: 'Whom alerts by mail come from.',
  }),
  mailRecipients: setting(list(mailRecipient), '', {
    env: 'SONDE_MAIL_RECIPIENTS',
    flag: '--mail-recipients',
    placeholder: 'ADDRESSES',
    help: 'Whom accounts may have alerts mailed to; nobody unless set.',
  }),
  ...scanSettings,
  maxJsonBytes: setting(bytes, '1MiB', {
    env: 'SONDE_MAX_JSON_BYTES',
    flag: '--max-json-bytes',
    placeholder: 'BYTES',
    help: 'The largest JSON body, uploads of queries aside.',
  }),
  bodyBudgetBytes: setting(bytes, '256MiB', {
    env: 'SONDE_BODY_BUDGET_BYTES',
    flag: '--body-budget-bytes',
    placeholder: 'BYTES',
    help: 'Memory for all bodies that are being received at once.',
  }),
  maxRequests: setting(integer(1, 1_000_000), '1000', {
    env: 'SONDE_MAX_REQUESTS',
    flag: '--max-requests',
    placeholder: 'COUNT',
    help: 'Requests served at once; more are answered with 503.',
  }),
  maxRequestsPerCaller: setting(integer(1, 1_000_000), '200', {
    env: 'SONDE_MAX_REQUESTS_PER_CALLER',
    flag: '--max-requests-per-caller',
    placeholder: 'COUNT',
    help: 'Requests of one account, key or anonymous address served at once; more are answered with 429.',
  }),
  metricsAccess: setting(choice('local', 'admin', 'open'), 'local', {
    env: 'SONDE_METRICS_ACCESS',
    flag: '--metrics-access',
    placeholder: 'WHO',
    help: 'Who may read /metrics: who asks from this machine without a proxy and else administrators (`local`), administrators alone (`admin`), or everybody (`open`).',
  }),
  requestTime: setting(duration, '30s', {
    env: 'SONDE_REQUEST_TIME',
    flag: '--request-time',
    placeholder: 'TIME',
    help: 'How long an answer may take before it is given up with 504.',
  }),
  drainTime: setting(duration, '10s', {
    env: 'SONDE_DRAIN_TIME',
    flag: '--drain-time',
    placeholder: 'TIME',
    help: 'How long requests under way may take to finish when the collector stops.',
  }),
} as const;

export type SettingName = keyof typeof settings;

/** The settings, read. */
export type Config = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};
