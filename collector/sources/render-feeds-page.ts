import type { Feed } from '../ports/threats/feed.ts';

const intro = `<!-- Written by \`npm run format\` from collector/sources/feeds. -->

# Threat feeds

Threat feeds are public lists of bad names, addresses, URLs, certificates and vulnerabilities. This page lists all feeds that Sonde knows, and
explains how to switch and rate them. [Detection](detection.md#feeds) explains how the collector uses them.

## Switch feeds on and off

\`npm start\` switches on the feeds of the first table and says so on the console. **Their terms permit use by anybody, without an account.**
The collector itself (\`sonde collector serve\`, packages, containers) downloads no feed by default.

- **Before the start:** set \`SONDE_FEEDS\` to \`none\`, \`default\`, \`all\`, or a list of ids with commas between them. \`npm start -- --no-feeds\`
  starts without feeds.
- **While the collector runs:** use the page Feeds of the dashboard, \`sonde feeds enable ID\` and \`sonde feeds disable ID\`, or
  \`PUT /api/v1/threat-intel/feeds/{id}\` with \`{"enabled": true}\`. Only administrators can do this. The audit log records the change, and all
  collectors of a database follow it within seconds.

\`SONDE_FEEDS\` sets the initial state of each feed. **A later switch by an administrator overrides it**, also after a restart. To return to the
setting, run \`sonde feeds reset ID\`.

| task | command |
|---|---|
| rate a feed: how far it is trusted (weight), and the severity and type of its threats | \`sonde feeds judge ID --weight 0.9 --severity low --threat-type spam\` |
| download a feed now, at most once a minute | \`sonde feeds refresh ID\` |

A new rating applies at once to all entries of the feed. Without a network, all feeds fail. The list of feeds then shows the reason and the time
of the next attempt for each feed; the log has one line for all of them.

## Keys

abuse.ch (\`abuse_ch_key\`) and PhishTank (\`phishtank_key\`) issue keys. Set a key in one of these ways:

- on the page Feeds, or with \`sonde feeds key ID < FILE\`. The collector stores the key encrypted, with a key derived from \`SONDE_TOKEN_SECRET\`, and
  never shows it again. A collector with another secret shows the key as \`unreadable\`.
- in the settings \`SONDE_ABUSE_CH_KEY\` and \`SONDE_PHISHTANK_KEY\`. They take precedence.

In the tables below, \`type\` and \`format\` have the names of the API. With \`SONDE_FEED_DIRECTORY\`, the collector reads the documents from files that
are named by the ids.
`;

/** Writes docs/feeds.md: every feed with its id, document, format and terms. */
export function renderFeedsPage(feeds: readonly Feed[]): string {
  const sorted = [...feeds].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [
    intro,
    '## Feeds that anybody may use without an account (`default`)\n',
    tableOf(sorted.filter(({ isDefault }) => isDefault)),
    '## Other feeds\n',
    'These feeds are off by default: their terms exclude some uses (such as commercial use) or are not clear enough, or they list more than is worth an alert.\n',
    tableOf(sorted.filter(({ isDefault }) => !isDefault)),
  ].join('\n');
}

function tableOf(feeds: readonly Feed[]): string {
  const rows = feeds.map(
    ({ id, name, homepage, type, format, url, licence, everySeconds, weight, key }) =>
      `| \`${id}\` | [${name}](${homepage}) | ${type} | [${format.family}](${url}) | ${licence} | ${every(everySeconds)} | ${weight} | ${key === undefined ? '' : `\`${key.setting}\``} |`,
  );
  return [
    '| id | feed | type | document, format | terms | interval | weight | key |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function every(seconds: number): string {
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}
