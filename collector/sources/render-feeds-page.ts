import type { Feed } from '../ports/threats/feed.ts';

const intro = `<!-- Written by \`npm run format\` from collector/sources/feeds. -->

# Threat feeds

Lists of bad names, addresses, URLs, certificates and vulnerabilities that others publish. What is done with them is told in
[detection](detection.md#feeds).

## Which are on

\`npm start\` switches on those of the first table: **their terms let anybody use them, without an account**. It says so on the
console. The collector by itself (\`sonde collector serve\`, packages, containers) fetches none until it is told to. All this is
changed

- before the start: \`npm start -- --no-feeds\`, or \`SONDE_FEEDS=none\`, \`default\`, \`all\` or ids with commas between them,
- while it runs: on the dashboard's page Feeds, with \`sonde feeds enable ID\` and \`disable ID\`, or by
  \`PUT /api/v1/threat-intel/feeds/{id}\` with \`{"enabled": true}\`. That needs an administrator, stands in the audit log, and all
  collectors of a database follow it within seconds.

\`SONDE_FEEDS\` says how a feed begins. **Once somebody has switched it, that counts**, also after a restart, until
\`sonde feeds reset ID\` takes it back. How far a feed is trusted, and how bad what it lists is, may be changed likewise
(\`sonde feeds judge ID --weight 0.9 --severity low --threat-type spam\`): at once, for all that it lists.

\`sonde feeds refresh ID\` looks at a feed now, once a minute at most. Without a network all feeds fail: the list shows why, and
when each is tried next; the log has one line for all of them.

## Keys

Some publishers give keys. One for abuse.ch (\`abuse_ch_key\`) or PhishTank (\`phishtank_key\`) is set on the page Feeds, with
\`sonde feeds key ID < FILE\`, or in the settings (\`SONDE_ABUSE_CH_KEY\`, \`SONDE_PHISHTANK_KEY\`), which go before. A key that is set
while the collector runs is stored encrypted by a key that derives from \`SONDE_TOKEN_SECRET\`, and never shown again; a
collector with another secret shows it as \`unreadable\`.

\`type\` and \`format\` are as the API names them. With \`SONDE_FEED_DIRECTORY\` documents are read from files named by the ids.
`;

/** Writes docs/feeds.md: every feed with its id, document, format and terms. */
export function renderFeedsPage(feeds: readonly Feed[]): string {
  const sorted = [...feeds].sort((a, b) => (a.id < b.id ? -1 : 1));
  return [
    intro,
    '## Those that anybody may use without an account (`default`)\n',
    tableOf(sorted.filter(({ isDefault }) => isDefault)),
    '## The others\n',
    'Their terms rule out some uses (such as commercial ones), are not clear enough, or what they list is too much for an alert.\n',
    tableOf(sorted.filter(({ isDefault }) => !isDefault)),
  ].join('\n');
}

function tableOf(feeds: readonly Feed[]): string {
  const rows = feeds.map(
    ({ id, name, homepage, type, format, url, licence, everySeconds, weight, key }) =>
      `| \`${id}\` | [${name}](${homepage}) | ${type} | [${format.family}](${url}) | ${licence} | ${every(everySeconds)} | ${weight} | ${key === undefined ? '' : `\`${key.setting}\``} |`,
  );
  return [
    '| id | feed | type | document, format | terms | looked at every | weight | key |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function every(seconds: number): string {
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
}
