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
      'Threats of severity critical that nobody has resolved.',
      'short',
      'sum(max by (type) (sonde_threats_open{job="sonde",severity="critical"})) or vector(0)',
    ),
    number(
      'Open',
      'Threats that nobody has resolved.',
      'short',
      'sum(max by (severity, type) (sonde_threats_open{job="sonde"})) or vector(0)',
    ),
    number(
      'New in a day',
      'Threats that were opened or became more severe.',
      'short',
      'sum(increase(sonde_threat_alerts_total{job="sonde"}[1d])) or vector(0)',
    ),
    number(
      'Indicators',
      'Entries of all feeds; what two feeds have counts twice.',
      'short',
      'sum(max by (feed) (sonde_feed_entries{job="sonde"}))',
    ),
    number(
      'Feeds that fail',
      'Feeds whose last look failed.',
      'short',
      'count(max by (feed) (sonde_feed_failures{job="sonde"}) > 0) or vector(0)',
    ),
    number(
      'Stalest feed',
      'For how long it has given no good answer.',
      's',
      'time() - min(max by (feed) (sonde_feed_answered_seconds{job="sonde"}) > 0)',
    ),
    lines(
      'Open threats, by severity',
      'What nobody has resolved.',
      'short',
      of('sum by (severity) (max by (severity, type) (sonde_threats_open{job="sonde"}))', '{{severity}}'),
    ),
    lines(
      'New threats, by type',
      'Opened or more severe than before; docs/detectors.md says what each type is.',
      'short',
      of('sum by (type) (increase(sonde_threat_alerts_total{job="sonde"}[1h]))', '{{type}}'),
    ),
    lines(
      'Age of feeds',
      'Since each gave a good answer.',
      's',
      of('time() - (max by (feed) (sonde_feed_answered_seconds{job="sonde"}) > 0)', '{{feed}}'),
    ),
    lines(
      'Entries of feeds',
      'Indicators in force.',
      'short',
      of('max by (feed) (sonde_feed_entries{job="sonde"})', '{{feed}}'),
    ),
    lines(
      'Looks at feeds',
      'refused: what came is not to be trusted, and the set from before is kept.',
      'short',
      of('sum by (result) (increase(sonde_feed_looks_total{job="sonde"}[1h]))', '{{result}}'),
    ),
    lines(
      'Rows of feeds that are not in force',
      'Rows that could not be read, and rows that name what is known to be good.',
      'short',
      of('max by (feed) (sonde_feed_malformed_rows{job="sonde"}) > 0', '{{feed}}, malformed'),
      of('max by (feed) (sonde_feed_subtracted_rows{job="sonde"}) > 0', '{{feed}}, known to be good'),
    ),
  ],
};
