import { optional, setting, settingsAbout } from '@sonde/shared/settings/setting.ts';
import { text } from '@sonde/shared/settings/setting-types.ts';
import { datasetChoice, feedChoice, secretText } from './setting-types.ts';

/** Feed settings choose the feeds of indicators and the datasets about networks. */
export const feedSettings = {
  ...settingsAbout('Threat intelligence', 'SONDE_', {
    feeds: setting(feedChoice, 'none', {
      env: 'SONDE_FEEDS',
      flag: '--feeds',
      placeholder: 'FEEDS',
      help: 'Feeds of indicators to fetch (docs/feeds.md): `default` are those that need no account and that anybody may use. `npm start` fetches these if nothing is chosen. An administrator may switch each on and off while the collector runs, which then counts. Collectors that share a database need the same list.',
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
    abuseIpDbKey: optional(secretText, {
      env: 'SONDE_ABUSEIPDB_KEY',
      flag: '--abuseipdb-key',
      placeholder: 'KEY',
      help: 'The key for AbuseIPDB: `advanced` scans of addresses ask it, 1,000 times a day at most.',
      secret: 'all',
    }),
    greyNoiseKey: optional(secretText, {
      env: 'SONDE_GREYNOISE_KEY',
      flag: '--greynoise-key',
      placeholder: 'KEY',
      help: "The key for GreyNoise's Community API: `advanced` scans of addresses ask it, 50 times a day at most.",
      secret: 'all',
    }),
    crowdSecKey: optional(secretText, {
      env: 'SONDE_CROWDSEC_KEY',
      flag: '--crowdsec-key',
      placeholder: 'KEY',
      help: "The key for CrowdSec's CTI API: `advanced` scans of addresses ask it, 50 times a day at most.",
      secret: 'all',
    }),
    datasets: setting(datasetChoice, 'none', {
      env: 'SONDE_DATASETS',
      flag: '--datasets',
      placeholder: 'DATASETS',
      help: 'Datasets about addresses to fetch (docs/addresses.md): `default` are those that need no account and that anybody may use. `npm start` fetches these.',
    }),
    datasetDirectory: optional(text, {
      env: 'SONDE_DATASET_DIRECTORY',
      flag: '--dataset-directory',
      placeholder: 'DIR',
      help: 'Reads datasets from files of this directory, named by their ids, in place of the network.',
    }),
    ipinfoToken: optional(secretText, {
      env: 'SONDE_IPINFO_TOKEN',
      flag: '--ipinfo-token',
      placeholder: 'TOKEN',
      help: 'The token for the dataset `ipinfo-lite`.',
      secret: 'all',
    }),
    asTable: optional(text, {
      env: 'SONDE_AS_TABLE',
      flag: '--as-table',
      placeholder: 'FILE',
      help: 'A table of which autonomous systems announce which addresses, plain or packed with gzip, in the forms of docs/addresses.md; it is believed before all other tables. It is read anew when it changes.',
    }),
  }),
} as const;
