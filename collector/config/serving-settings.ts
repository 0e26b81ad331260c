import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { bytes, choice, duration, integer, list, text, url } from '@sonde/shared/settings/setting-types.ts';
import { listenAddress, origin, proxyNetwork } from './setting-types.ts';

/** Serving settings name the addresses to listen on, the trusted proxies and the bounds of requests. */
export const servingSettings = {
  ...settingsAbout('Serving', 'SONDE_', {
    listen: setting(list(listenAddress), '127.0.0.1:8080', {
      env: 'SONDE_LISTEN',
      flag: '--listen',
      placeholder: 'ADDRESS',
      help: 'Where to listen.',
    }),
    publicUrl: optional(url('http', 'https'), {
      env: 'SONDE_PUBLIC_URL',
      flag: '--public-url',
      placeholder: 'URL',
      help: 'Where people open the dashboard, such as https://sonde.example: what passkeys are bound to. Without it passkeys are bound to the address that a page was opened at.',
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
    metricsAccess: setting(choice('local', 'admin', 'open'), 'local', {
      env: 'SONDE_METRICS_ACCESS',
      flag: '--metrics-access',
      placeholder: 'WHO',
      help: 'Who may read /metrics: who asks from this machine without a proxy and else administrators (`local`), administrators alone (`admin`), or everybody (`open`).',
    }),
    logLevel: setting(choice('debug', 'info', 'warn', 'error', 'silent'), 'info', {
      env: 'SONDE_LOG_LEVEL',
      flag: '--log-level',
      placeholder: 'LEVEL',
      help: 'How much is logged.',
      reloadable: true,
    }),
  }),
  ...settingsAbout('Limits of requests', 'SONDE_', {
    maxJsonBytes: setting(bytes, '1MiB', {
      env: 'SONDE_MAX_JSON_BYTES',
      flag: '--max-json-bytes',
      placeholder: 'BYTES',
      help: 'The largest JSON body, uploads of queries aside. Most operations take 32 KiB at most, whatever this is; those that take long lists or texts up to 1 MiB.',
    }),
    bodyBudgetBytes: setting(bytes, '256MiB', {
      env: 'SONDE_BODY_BUDGET_BYTES',
      flag: '--body-budget-bytes',
      placeholder: 'BYTES',
      help: 'Memory for all bodies that are being received at once: a quarter for administrators and logins, three eighths for uploads of locations and resolvers, the rest for accounts and callers without one. A caller has a quarter of its part, an address half.',
    }),
    maxRequests: setting(integer(1, 1_000_000), '1000', {
      env: 'SONDE_MAX_REQUESTS',
      flag: '--max-requests',
      placeholder: 'COUNT',
      help: 'Requests served at once; more are answered with 503. One address has half of them at most, and administrators and logins have a twentieth more.',
    }),
    maxRequestsPerCaller: setting(integer(1, 1_000_000), '200', {
      env: 'SONDE_MAX_REQUESTS_PER_CALLER',
      flag: '--max-requests-per-caller',
      placeholder: 'COUNT',
      help: 'Requests of one account, key or anonymous address served at once; more are answered with 429.',
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
  }),
} as const;
