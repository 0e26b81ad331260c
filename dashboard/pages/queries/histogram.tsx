import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { locationId, range, rangeQuery, showRange } from '../../app/time-range.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { type Filter, filterQuery } from '../../domain/query-filters.ts';
import { short } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/overview.ts';

/** Shows the queries of the filter by time; a stretch that is dragged over becomes the time of the page. */
export function Histogram({ filters }: { filters: readonly Filter[] }) {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const { data } = useResource(
    JSON.stringify(['histogram', filters, range.value, where]),
    (signal) =>
      api.call('GET /api/v1/dns-monitoring/queries/histogram', {
        query: { ...filterQuery(filters), ...rangeQuery(range.value), ...where },
        signal,
      }),
    { keep: true, every: 60_000 },
  );
  const points = (data?.series ?? []).map(({ at, queries }) => ({ at: Date.parse(at), value: queries }));
  const failures = (data?.series ?? []).map(({ at, failures: value }) => ({ at: Date.parse(at), value }));
  return (
    <div class="histogram">
      <TimeChart
        label={texts.traffic}
        height={72}
        series={[
          { label: texts.queries, points, kind: 'area', colour: 0 },
          { label: texts.failures, points: failures, kind: 'line', colour: 1 },
        ]}
        format={short}
        table={false}
        onRange={showRange}
      />
    </div>
  );
}
