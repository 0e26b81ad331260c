import { api } from '../../app/api.ts';
import { isSettled, type Resource, useResource } from '../../app/resource.ts';
import { href, place } from '../../app/router.ts';
import {
  carried,
  comparing,
  locationId,
  range,
  rangeBefore,
  rangeQuery,
  showRange,
} from '../../app/time-range.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { filterQuery, filtersOf } from '../../domain/query-filters.ts';
import { short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/overview.ts';
import { Attention, useAttention } from './attention.tsx';
import { Changes, useChanges } from './changes.tsx';
import { Figures } from './figures.tsx';
import { Movers } from './movers.tsx';
import { NewDomains, useNewDomains } from './new-domains.tsx';
import { NewThreats, useNewThreats } from './new-threats.tsx';
import { type Compared, trafficSeries } from './traffic-series.ts';

const refreshMs = 30_000;

/** Shows the overview of a location: the page for a morning, and for the second screen. */
export function Page() {
  const asked = range.value;
  const location = locationId.value;
  const filters = filtersOf(place.value.query);
  const key = JSON.stringify(['stats', asked, location, comparing.value, filters]);
  const stats = useResource(
    key,
    async (signal): Promise<Compared> => {
      const common = {
        ...(location === undefined ? {} : { location_id: location }),
        top: 8,
        ...filterQuery(filters),
      };
      const question = (query: object) =>
        api.call('GET /api/v1/dns-monitoring/stats', { query: { ...common, ...query }, signal });
      const [now, before] = await Promise.all([
        question({ ...rangeQuery(asked), domains: true, failures: true }),
        comparing.value ? question(rangeBefore(asked, Date.now())) : undefined,
      ]);
      return { now, before };
    },
    { every: refreshMs },
  );
  const threats = useNewThreats();
  const matters = useAttention();
  const domains = useNewDomains();
  const isEmpty = stats.data?.now.totals.queries === 0;
  const isCompared = comparing.value && filters.length === 0 && !isEmpty;
  // Of all questions this takes longest: those that the first screen waits for go before it.
  const changes = useChanges(isCompared && isSettled(stats));
  return (
    <>
      <PageHead title={common.pages.overview}>
        <SavedViews page="overview" />
        <RangePicker />
      </PageHead>
      {filters.length > 0 && <FilterBar filters={filters} />}
      <InOrder
        parts={[
          // As high without an answer as with one: nothing has to wait for it.
          [<Traffic key="traffic" of={stats} />],
          !isEmpty && [
            <div key="news" class="grid">
              <NewThreats of={threats} />
              <Attention of={matters} />
              <NewDomains of={domains} />
            </div>,
            ...[threats, matters, domains],
          ],
          isCompared && [<Changes key="changes" of={changes} />, changes],
          stats.data !== undefined && !isEmpty && [<Movers key="movers" {...stats.data} />],
        ]}
      />
    </>
  );
}

function Traffic({ of: stats }: { of: Resource<Compared> }) {
  if (!isSettled(stats)) return <Measured compared={undefined} />;
  return (
    <Loaded
      of={stats}
      isEmpty={({ now }) => now.totals.queries === 0}
      empty={
        <Panel title={texts.traffic}>
          <Empty title={texts.empty}>
            <p>{texts.emptyMore}</p>
            <a class="button first" href={href('/agents', carried())}>
              {texts.connect}
            </a>
          </Empty>
        </Panel>
      }
    >
      {(compared) => <Measured compared={compared} />}
    </Loaded>
  );
}

/** Shows the numbers and their course; before they are known, the room that they will take. */
function Measured({ compared }: { compared: Compared | undefined }) {
  return (
    <>
      <Figures compared={compared} />
      <Panel title={texts.traffic}>
        {compared === undefined && (
          <p class="skeleton unseen" role="status">
            {common.loading}
          </p>
        )}
        <TimeChart
          label={texts.traffic}
          series={trafficSeries(compared, comparing.value)}
          height={220}
          format={short}
          onRange={showRange}
        />
      </Panel>
    </>
  );
}
