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
      help: 'Threat feeds to download (docs/feeds.md). `default` stands for the feeds that need no account and that everybody is allowed to use; `npm start` downloads these if nothing is chosen. An administrator can switch each feed on and off while the collector runs, and that choice takes precedence. Collectors that share a database need the same list.',
    }),
    feedDirectory: optional(text, {
      env: 'SONDE_FEED_DIRECTORY',
      flag: '--feed-directory',
      placeholder: 'DIR',
      help: 'A directory with files of feeds, named by their ids. The collector reads feeds from these files instead of the network.',
    }),
    abuseChKey: optional(secretText, {
      env: 'SONDE_ABUSE_CH_KEY',
      flag: '--abuse-ch-key',
      placeholder: 'KEY',
      help: 'The Auth-Key for the feeds of abuse.ch (URLhaus, ThreatFox, Feodo Tracker, SSLBL).',
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
      help: 'The key for AbuseIPDB. `advanced` scans of addresses query it, at most 1,000 times a day.',
      secret: 'all',
    }),
    greyNoiseKey: optional(secretText, {
      env: 'SONDE_GREYNOISE_KEY',
      flag: '--greynoise-key',
      placeholder: 'KEY',
      help: "The key for GreyNoise's Community API. `advanced` scans of addresses query it, at most 50 times a day.",
      secret: 'all',
    }),
    crowdSecKey: optional(secretText, {
      env: 'SONDE_CROWDSEC_KEY',
      flag: '--crowdsec-key',
      placeholder: 'KEY',
      help: "The key for CrowdSec's CTI API. `advanced` scans of addresses query it, at most 50 times a day.",
      secret: 'all',
    }),
    datasets: setting(datasetChoice, 'none', {
      env: 'SONDE_DATASETS',
      flag: '--datasets',
      placeholder: 'DATASETS',
      help: 'Datasets about addresses to download (docs/addresses.md). `default` stands for the datasets that need no account and that everybody is allowed to use; `npm start` downloads these.',
    }),
    datasetDirectory: optional(text, {
      env: 'SONDE_DATASET_DIRECTORY',
      flag: '--dataset-directory',
      placeholder: 'DIR',
      help: 'A directory with files of datasets, named by their ids. The collector reads datasets from these files instead of the network.',
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
      help: 'A table of autonomous systems and the addresses that they announce, plain or compressed with gzip, in a format from docs/addresses.md. It takes precedence over all other tables. The collector reads it again when it changes.',
    }),
  }),
} as const;
