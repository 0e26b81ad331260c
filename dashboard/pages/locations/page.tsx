import { useSignal } from '@preact/signals';
import type { Location } from '@sonde/client/api-types.generated.ts';
import { api } from '../../app/api.ts';
import { locations, readLocations } from '../../app/locations.ts';
import { now } from '../../app/now.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayManage } from '../../app/session.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { Agent } from '../../domain/ledger-flow.ts';
import { silentAfterMs } from '../../domain/silence.ts';
import { treatmentWords } from '../../domain/treatment.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/operate/locations.ts';
import { Kept } from './kept.tsx';
import { AddLocation, ChangeLocation } from './location-dialogs.tsx';
import { RemoveLocation } from './remove-location.tsx';

type Asked = { readonly what: 'add' } | { readonly what: 'change' | 'remove'; readonly location: Location };

/** Shows the locations of the account: who sends from there, how rows are stored and for how long. */
export function Page() {
  const agents = useResource('agents of locations', (signal) =>
    api.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 }, signal }),
  );
  const status = useResource('status', (signal) => api.call('GET /api/v1/dns-monitoring/status', { signal }));
  const listed = useResource('locations', (signal) =>
    api.call('GET /api/v1/dns-monitoring/locations', { query: { limit: 1_000 }, signal }),
  );
  const asked = useSignal<Asked | undefined>(undefined);
  const close = () => {
    asked.value = undefined;
  };
  const done = () => {
    close();
    listed.reload();
    void readLocations();
  };
  const days = status.data?.kept.queries_days;
  const agentsOf = (id: number) => agents.data?.agents.filter((agent) => agent.location_id === id) ?? [];
  const { columns } = texts;
  return (
    <>
      <PageHead title={common.pages.locations} lead={texts.lead}>
        {mayManage() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              asked.value = { what: 'add' };
            }}
          >
            {texts.add}
          </button>
        )}
      </PageHead>
      <div class="panel">
        <ResourceTable
          label={common.pages.locations}
          of={listed}
          lines={Math.max(3, 2 * locations.value.length)}
          rows={({ locations: found }) => found}
          keyOf={({ id }) => id}
          columns={[
            columns.location,
            columns.agents,
            columns.clients,
            columns.kept,
            [columns.since, 'number'],
            mayManage() && ([texts.change, 'buttons'] as const),
          ]}
          empty={[texts.empty, texts.emptyMore]}
        >
          {(location) => (
            <LocationCells
              location={location}
              agents={agentsOf(location.id)}
              days={days}
              onAsk={(what) => {
                asked.value = { what, location };
              }}
            />
          )}
        </ResourceTable>
      </div>
      <Kept status={status} />
      {asked.value?.what === 'add' && <AddLocation days={days} onDone={done} onClose={close} />}
      {asked.value?.what === 'change' && (
        <ChangeLocation location={asked.value.location} days={days} onDone={done} onClose={close} />
      )}
      {asked.value?.what === 'remove' && (
        <RemoveLocation
          location={asked.value.location}
          agents={agentsOf(asked.value.location.id)}
          days={days}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  );
}

function LocationCells({
  location,
  agents,
  days,
  onAsk,
}: {
  location: Location;
  agents: readonly Agent[];
  days: number | undefined;
  onAsk: (what: 'change' | 'remove') => void;
}) {
  const { id, location_name: name, description, retention_days: own } = location;
  const silent = agents.filter(({ last_seen: last }) => now.value - Date.parse(last) > silentAfterMs).length;
  const treatments = new Set(agents.flatMap(({ runs }) => runs.slice(0, 1).map(treatmentWords)));
  return (
    <>
      <td class="wrap">
        <a href={href('/', { location: String(id) })}>
          <Name name={name} meaning={false} prose />
        </a>
        {description !== null && (
          <div class="soft small">
            <Name name={description} meaning={false} prose />
          </div>
        )}
      </td>
      <td>
        {agents.length === 0 ? (
          <span class="soft">{texts.noAgents}</span>
        ) : (
          <a href={href('/agents', { location: String(id) })}>
            {texts.agents(count(agents.length), silent === 0 ? undefined : count(silent))}
          </a>
        )}
      </td>
      <td class="wrap soft">{treatments.size === 0 ? texts.untold : [...treatments].join('; ')}</td>
      <td class="soft">
        {own !== null ? texts.days(count(own)) : days !== undefined && texts.asInstallation(count(days))}
      </td>
      <td class="number soft">
        <Moment at={location.created_at} relative />
      </td>
      {mayManage() && (
        <td class="shrink">
          <div class="row nowrap">
            <button
              type="button"
              class="button slim quiet"
              aria-label={texts.changeOf(visible(name))}
              onClick={() => onAsk('change')}
            >
              {texts.change}
            </button>
            <button
              type="button"
              class="button slim quiet"
              aria-label={texts.removeOf(visible(name))}
              onClick={() => onAsk('remove')}
            >
              {common.remove}
            </button>
          </div>
        </td>
      )}
    </>
  );
}
