import type { Board, Panel } from './board.ts';

const panel =
  (form: Panel['form'], width: number) =>
  (title: string, description: string, unit: string, sql: string): Panel => ({
    ...{ title, description, unit, form, width, queries: [{ text: sql, legend: '' }] },
  });
const number = panel('number', 6);
const lines = panel('lines', 12);
const table = panel('table', 12);

const opened = 'FROM threats WHERE $__timeFilter(first_seen_at)';
const located = 'FROM threats t JOIN locations l ON l.id = t.location_id';

/** The board of what detection found: threats and cases in PostgreSQL. */
export const detectionBoard: Board = {
  id: 'sonde-detection',
  title: 'Sonde: detection',
  source: 'postgres',
  panels: [
    number(
      'New threats',
      'Threats that were first seen in the selected time range.',
      'short',
      `SELECT count(*) AS threats ${opened}`,
    ),
    number(
      'Open and severe',
      'Unresolved threats of severity high or critical, of any time.',
      'short',
      `SELECT count(*) AS threats FROM threats WHERE resolved_at IS NULL AND severity >= 'high'`,
    ),
    number(
      'Clients with threats',
      'Clients of new threats.',
      'short',
      `SELECT count(DISTINCT (location_id, client_address)) AS clients ${opened} AND client_address <> ''`,
    ),
    number(
      'Time to resolution',
      'Median time from the first sighting to the resolution, for threats resolved in the selected time range.',
      's',
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM resolved_at - first_seen_at)) AS median FROM threats WHERE $__timeFilter(resolved_at)`,
    ),
    lines(
      'New threats, by severity',
      'By the time of the first sighting.',
      'short',
      `SELECT $__timeGroupAlias(first_seen_at, $__interval), severity::text AS metric, count(*) AS threats ${opened} GROUP BY 1, 2 ORDER BY 1`,
    ),
    lines(
      'New threats, by type',
      'By the time of the first sighting. docs/detectors.md describes each type.',
      'short',
      `SELECT $__timeGroupAlias(first_seen_at, $__interval), type AS metric, count(*) AS threats ${opened} GROUP BY 1, 2 ORDER BY 1`,
    ),
    table(
      'Open cases',
      'Groups of related threats, most severe first.',
      'short',
      `SELECT c.id AS "case", l.name AS location, max(t.severity)::text AS severity, count(*) AS threats, count(DISTINCT t.client_address) AS clients, max(t.last_seen_at) AS "last seen" FROM cases c JOIN threats t ON t.case_id = c.id JOIN locations l ON l.id = c.location_id WHERE t.resolved_at IS NULL GROUP BY c.id, l.name ORDER BY max(t.severity) DESC, max(t.last_seen_at) DESC LIMIT 20`,
    ),
    table(
      'Clients with most threats',
      'By threats that were first seen in the selected time range.',
      'short',
      `SELECT l.name AS location, t.client_address AS client, count(*) AS threats, max(t.severity)::text AS worst ${located} WHERE $__timeFilter(t.first_seen_at) AND t.client_address <> '' GROUP BY 1, 2 ORDER BY max(t.severity) DESC, 3 DESC LIMIT 20`,
    ),
    table(
      'Threats, newest first',
      'In the selected time range. The dashboard shows the evidence of each threat.',
      'short',
      `SELECT t.first_seen_at AS "first seen", t.severity::text AS severity, t.type, t.subject, l.name AS location, t.client_address AS client, t.technique, t.source ${located} WHERE $__timeFilter(t.first_seen_at) ORDER BY t.first_seen_at DESC LIMIT 50`,
    ),
    table(
      'ATT&CK techniques',
      'Techniques of new threats.',
      'short',
      `SELECT technique, count(*) AS threats, max(severity)::text AS worst ${opened} AND technique IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
    ),
  ],
};

/** The board of feeds: how fresh they are, what they hold, and what they found. */
export const feedsBoard: Board = {
  id: 'sonde-feeds',
  title: 'Sonde: feeds',
  source: 'postgres',
  panels: [
    number(
      'Loaded feeds',
      'Feeds with at least one indicator.',
      'short',
      `SELECT count(*) AS feeds FROM feed_states WHERE (state ->> 'indicatorCount')::bigint > 0`,
    ),
    number(
      'Indicators',
      'Indicators of all sources. A name in two sources counts twice.',
      'short',
      'SELECT coalesce(sum(count), 0) AS indicators FROM indicator_sources',
    ),
    number(
      'Oldest source',
      'Age of the source that was renewed longest ago.',
      's',
      `SELECT extract(epoch FROM now() - min(updated_at)) AS age FROM indicator_sources`,
    ),
    number(
      'Malformed rows',
      'Rows of the last downloads that were not valid indicators.',
      'short',
      `SELECT coalesce(sum((state ->> 'malformedRows')::bigint), 0) AS rows FROM feed_states`,
    ),
    table(
      'Feeds',
      'Contents of each feed at its last download.',
      'short',
      `SELECT feed, (state ->> 'indicatorCount')::bigint AS indicators, (state ->> 'rows')::bigint AS rows, (state ->> 'malformedRows')::bigint AS malformed, (state ->> 'subtractedRows')::bigint AS "left out as known good", updated_at AS "last download" FROM feed_states ORDER BY 2 DESC`,
    ),
    table(
      'Sources in force',
      'Feeds and your own lists, by number of indicators.',
      'short',
      `SELECT source, count AS indicators, updated_at AS renewed FROM indicator_sources ORDER BY count DESC`,
    ),
    table(
      'Threats by feed',
      'Sources that matched new threats in the selected time range.',
      'short',
      `SELECT source, count(*) AS threats, count(DISTINCT client_address) AS clients, max(severity)::text AS worst ${opened} AND source IN (SELECT source FROM indicator_sources) GROUP BY 1 ORDER BY 2 DESC LIMIT 30`,
    ),
    lines(
      'Threats by feed over time',
      'By the time of the first sighting.',
      'short',
      `SELECT $__timeGroupAlias(first_seen_at, $__interval), source AS metric, count(*) AS threats ${opened} AND source IN (SELECT source FROM indicator_sources) GROUP BY 1, 2 ORDER BY 1`,
    ),
  ],
};
