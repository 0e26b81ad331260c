import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { locationId, range, rangeQuery } from '../../app/time-range.ts';
import { Empty, Loaded } from '../../components/state.tsx';
import { TrafficParts } from '../../components/traffic-parts.tsx';
import { escapedValue } from '../../domain/query-filters.ts';
import { texts } from '../../texts/en/investigate/domain.ts';
import type { ViewProps } from './view.ts';

/** Shows the clients at the locations that asked for the domain and the names below it, with counts. */
export function Here({ domain }: ViewProps) {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const question = { suffix: escapedValue(domain), ...rangeQuery(range.value), ...where };
  const stats = useResource(JSON.stringify(question), (signal) =>
    api.call('GET /api/v1/dns-monitoring/stats', { query: { ...question, top: 10 }, signal }),
  );
  return (
    <Loaded
      of={stats}
      lines={14}
      isEmpty={({ totals }) => totals.queries === 0}
      empty={<Empty title={texts.nobody} />}
    >
      {(data) => <TrafficParts stats={data} filter={{ suffix: escapedValue(domain) }} show="clients" />}
    </Loaded>
  );
}
