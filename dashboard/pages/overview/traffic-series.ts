import type { TrafficStats } from '@sonde/client/api-types.generated.ts';
import type { Series } from '../../charts/time-chart.tsx';
import { texts } from '../../texts/en/watch/overview.ts';

/** The compared statistics are of the time that was asked for, and of the time before if a comparison was asked for. */
export interface Compared {
  readonly now: TrafficStats;
  readonly before: TrafficStats | undefined;
}

/** Lays queries, failures, and the queries before over the same time; lines without points until there are any. */
export function trafficSeries(compared: Compared | undefined, isCompared: boolean): Series[] {
  const { now, before } = compared ?? {};
  const points = (now?.series ?? []).map(({ at, queries }) => ({ at: Date.parse(at), value: queries }));
  const failures = (now?.series ?? []).map(({ at, failures: value }) => ({ at: Date.parse(at), value }));
  const series: Series[] = [
    { label: texts.queries, points, kind: 'area', colour: 0 },
    { label: texts.failures, points: failures, kind: 'line', colour: 1 },
  ];
  // Points of different lengths would not compare.
  const compares = compared === undefined ? isCompared : before?.bucket_seconds === now?.bucket_seconds;
  if (compares) {
    const earlier = points.map(({ at }, index) => ({ at, value: before?.series[index]?.queries ?? null }));
    series.push({ label: texts.before, points: earlier, kind: 'before' });
  }
  return series;
}
