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
      help: 'The addresses and ports that the collector listens on.',
    }),
    publicUrl: optional(url('http', 'https'), {
      env: 'SONDE_PUBLIC_URL',
      flag: '--public-url',
      placeholder: 'URL',
      help: 'The URL at which people open the dashboard, such as https://sonde.example. Passkeys are bound to its host. Without this setting, passkeys are bound to the address at which a page was opened.',
    }),
    tlsCertificate: optional(text, {
      env: 'SONDE_TLS_CERTIFICATE',
      flag: '--tls-certificate',
      placeholder: 'FILE',
      help: 'A certificate chain in PEM. With it, the collector serves TLS. The collector loads a renewed file within a minute.',
    }),
    tlsKey: optional(text, {
      env: 'SONDE_TLS_KEY',
      flag: '--tls-key',
      placeholder: 'FILE',
      help: 'The private key of the certificate in PEM.',
    }),
    trustedProxies: setting(list(proxyNetwork), '', {
      env: 'SONDE_TRUSTED_PROXIES',
      flag: '--trusted-proxies',
      placeholder: 'NETWORKS',
      help: 'Proxies whose X-Forwarded-For, X-Forwarded-Proto and X-Forwarded-Host headers the collector trusts.',
    }),
    corsOrigins: setting(list(origin), '', {
      env: 'SONDE_CORS_ORIGINS',
      flag: '--cors-origins',
      placeholder: 'ORIGINS',
      help: 'Origins of web pages that can use the API from a browser.',
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
      help: 'Who can read /metrics: programs on this machine without a proxy, and administrators (`local`); administrators only (`admin`); or everybody (`open`).',
    }),
    logLevel: setting(choice('debug', 'info', 'warn', 'error', 'silent'), 'info', {
      env: 'SONDE_LOG_LEVEL',
      flag: '--log-level',
      placeholder: 'LEVEL',
      help: 'The lowest level of messages that the collector logs.',
      reloadable: true,
    }),
  }),
  ...settingsAbout('Limits of requests', 'SONDE_', {
    maxJsonBytes: setting(bytes, '1MiB', {
      env: 'SONDE_MAX_JSON_BYTES',
      flag: '--max-json-bytes',
      placeholder: 'BYTES',
      help: 'The largest JSON body, except for uploads of queries. Regardless of this setting, most operations accept at most 32 KiB, and operations with long lists or texts at most 1 MiB.',
    }),
    bodyBudgetBytes: setting(bytes, '256MiB', {
      env: 'SONDE_BODY_BUDGET_BYTES',
      flag: '--body-budget-bytes',
      placeholder: 'BYTES',
      help: 'Memory for all bodies that arrive at the same time: a quarter for administrators and logins, three eighths for uploads of locations and resolvers, the rest for accounts and for callers without an account. One caller can use a quarter of its part, and one address half.',
    }),
    maxRequests: setting(integer(1, 1_000_000), '1000', {
      env: 'SONDE_MAX_REQUESTS',
      flag: '--max-requests',
      placeholder: 'COUNT',
      help: 'The number of concurrent requests. The collector answers further requests with 503. One address can have at most half of them. Administrators and logins have a twentieth more.',
    }),
    maxRequestsPerCaller: setting(integer(1, 1_000_000), '200', {
      env: 'SONDE_MAX_REQUESTS_PER_CALLER',
      flag: '--max-requests-per-caller',
      placeholder: 'COUNT',
      help: 'The number of concurrent requests of one account, key or anonymous address. The collector answers further requests with 429.',
    }),
    requestTime: setting(duration, '30s', {
      env: 'SONDE_REQUEST_TIME',
      flag: '--request-time',
      placeholder: 'TIME',
      help: 'The time after which the collector gives up an answer with 504.',
    }),
    drainTime: setting(duration, '10s', {
      env: 'SONDE_DRAIN_TIME',
      flag: '--drain-time',
      placeholder: 'TIME',
      help: 'The time that running requests have to finish when the collector stops.',
    }),
  }),
} as const;
