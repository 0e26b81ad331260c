import type { Operations } from '@sonde/client/api-types.generated.ts';
import { setQuery } from '../../app/router.ts';
import { type Series, TimeChart } from '../../charts/time-chart.tsx';
import { daysBetween } from '../../domain/threat-filters.ts';
import { short } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/threats.ts';

type Day = Operations['GET /api/v1/dns-monitoring/threats/counts']['answer']['days'][number];
/** Days that are drawn, at most: the newest. */
const mostDays = 90;

/** Shows threats by the day on which they were first seen; days that are dragged over become the time of the page. */
export function Days({ days }: { days: readonly Day[] }) {
  const series = seriesOf(days, new Date().toISOString().slice(0, 10));
  return (
    <TimeChart
      label={texts.byDay}
      height={96}
      series={series}
      format={short}
      onRange={(from, to) =>
        setQuery({ first_day: dayText(from), last_day: dayText(to), seen: undefined, offset: undefined })
      }
    />
  );
}

function seriesOf(days: readonly Day[], today: string): Series[] {
  const all = new Map<string, number>();
  const grave = new Map<string, number>();
  for (const { day, severity, count } of days) {
    all.set(day, (all.get(day) ?? 0) + count);
    if (severity === 'critical' || severity === 'high') grave.set(day, (grave.get(day) ?? 0) + count);
  }
  const known = [...all.keys()].sort();
  // A week at least: one day alone tells nothing of the others.
  const before = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
  const first = known[0] === undefined || known[0] > before ? before : known[0];
  const drawn = daysBetween(first, today, mostDays);
  const points = (counts: Map<string, number>) =>
    drawn.map((day) => ({ at: Date.parse(day), value: counts.get(day) ?? 0 }));
  return [
    { label: texts.allSeverities, points: points(all), kind: 'bar', colour: 0 },
    { label: texts.highOrCritical, points: points(grave), kind: 'bar', colour: 1 },
  ];
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
