import type { Board } from './board.ts';
import { lines, number, of } from './prometheus-boards.ts';

/** The board of feeds and threats by the collector's metrics, which need no database that Grafana reaches. */
export const findingsBoard: Board = {
  id: 'sonde-findings',
  title: 'Sonde: feeds and threats',
  source: 'prometheus',
  panels: [
    number(
      'Open and critical',
      'Unresolved threats of severity critical.',
      'short',
      'sum(max by (type) (sonde_threats_open{job="sonde",severity="critical"})) or vector(0)',
    ),
    number(
      'Open',
      'Unresolved threats.',
      'short',
      'sum(max by (severity, type) (sonde_threats_open{job="sonde"})) or vector(0)',
    ),
    number(
      'New in the last day',
      'Threats that were opened or became more severe.',
      'short',
      'sum(increase(sonde_threat_alerts_total{job="sonde"}[1d])) or vector(0)',
    ),
    number(
      'Indicators',
      'Indicators of all feeds. An indicator in two feeds counts twice.',
      'short',
      'sum(max by (feed) (sonde_feed_entries{job="sonde"}))',
    ),
    number(
      'Failing feeds',
      'Feeds whose last download failed.',
      'short',
      'count(max by (feed) (sonde_feed_failures{job="sonde"}) > 0) or vector(0)',
    ),
    number(
      'Oldest feed',
      'Time since the last valid answer of the feed that has been silent for longest.',
      's',
      'time() - min(max by (feed) (sonde_feed_answered_seconds{job="sonde"}) > 0)',
    ),
    lines(
      'Open threats, by severity',
      'Unresolved threats by severity.',
      'short',
      of('sum by (severity) (max by (severity, type) (sonde_threats_open{job="sonde"}))', '{{severity}}'),
    ),
    lines(
      'New threats, by type',
      'Threats that were opened or became more severe. docs/detectors.md describes each type.',
      'short',
      of('sum by (type) (increase(sonde_threat_alerts_total{job="sonde"}[1h]))', '{{type}}'),
    ),
    lines(
      'Age of feeds',
      'Time since the last valid answer of each feed.',
      's',
      of('time() - (max by (feed) (sonde_feed_answered_seconds{job="sonde"}) > 0)', '{{feed}}'),
    ),
    lines(
      'Entries of feeds',
      'Indicators of each feed in force.',
      'short',
      of('max by (feed) (sonde_feed_entries{job="sonde"})', '{{feed}}'),
    ),
    lines(
      'Downloads of feeds',
      'refused: the new data is not plausible, and the collector keeps the previous set.',
      'short',
      of('sum by (result) (increase(sonde_feed_looks_total{job="sonde"}[1h]))', '{{result}}'),
    ),
    lines(
      'Rows of feeds left out',
      'Rows that could not be read, and rows that name known good things.',
      'short',
      of('max by (feed) (sonde_feed_malformed_rows{job="sonde"}) > 0', '{{feed}}, malformed'),
      of('max by (feed) (sonde_feed_subtracted_rows{job="sonde"}) > 0', '{{feed}}, known good'),
    ),
  ],
};
