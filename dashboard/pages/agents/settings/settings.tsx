import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { locationName } from '../../../app/locations.ts';
import { type Resource, useResource } from '../../../app/resource.ts';
import { mayManage } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { ratio } from '../../../format/numbers.ts';
import { texts } from '../../../texts/en/operate/agent-settings.ts';
import { type Entry, type States, Values, whoOf } from './entries.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { History } from './history.tsx';

type State = States['agents'][number];

/** Asks what agents have in force. */
export function useStates(): Resource<States> {
  return useResource(
    'agent settings states',
    (signal) => api.call('GET /api/v1/dns-monitoring/agent-settings/agents', { signal }),
    { every: 10_000 },
  );
}

/** Shows the settings that agents take from the collector, what each has of them, and the versions before. */
export function AgentSettings() {
  const settings = useResource('agent settings', (signal) =>
    api.call('GET /api/v1/dns-monitoring/agent-settings', { signal }),
  );
  const states = useStates();
  const editing = useSignal<Entry | 'new' | undefined>(undefined);
  const reload = () => {
    settings.reload();
    states.reload();
  };
  const removing = useAction(async (entry: Entry) => {
    const { version, entries } = settings.data!;
    const left = entries.filter(({ id }) => id !== entry.id);
    await api.call('PUT /api/v1/dns-monitoring/agent-settings', {
      body: { based_on: version, entries: left },
    });
    toast(texts.removed);
    reload();
  });
  const version = settings.data?.version ?? 0;
  return (
    <>
      <p class="soft">{texts.lead}</p>
      <Panel title={texts.entries}>
        <p class="soft">{texts.entriesLead}</p>
        <ResourceTable
          label={texts.entries}
          of={settings}
          rows={({ entries }) => entries}
          keyOf={({ id }) => id}
          columns={[
            texts.columns.who,
            [texts.columns.share, 'number'],
            texts.columns.settings,
            texts.columns.note,
            [texts.columns.changes, 'buttons'],
          ]}
          empty={texts.none}
        >
          {(entry) => (
            <>
              <td>{whoOf(entry, states.data)}</td>
              <td class="number">{ratio(entry.rollout_percent / 100)}</td>
              <td>
                <Values settings={entry.settings} />
              </td>
              <td class="soft">{entry.note}</td>
              <td class="shrink">
                {mayManage() && (
                  <span class="row">
                    <button
                      type="button"
                      class="button slim"
                      onClick={() => {
                        editing.value = entry;
                      }}
                    >
                      {texts.edit}
                    </button>
                    <button
                      type="button"
                      class="button slim"
                      disabled={removing.busy}
                      onClick={() => void removing.run(entry)}
                    >
                      {texts.remove}
                    </button>
                  </span>
                )}
              </td>
            </>
          )}
        </ResourceTable>
        <Refusal trouble={removing.trouble} />
        {mayManage() && settings.data !== undefined && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              editing.value = 'new';
            }}
          >
            {texts.add}
          </button>
        )}
      </Panel>
      <Panel title={texts.states}>
        <ResourceTable
          label={texts.states}
          of={states}
          rows={({ agents }) => agents}
          keyOf={({ agent_id: id }) => id}
          columns={[
            texts.state.agent,
            texts.state.held,
            texts.state.kept,
            texts.state.refused,
            texts.state.told,
          ]}
          empty={texts.noAgents}
        >
          {(state) => <StateCells state={state} version={version} />}
        </ResourceTable>
      </Panel>
      <History key={version} current={version} states={states.data} onChange={reload} />
      {editing.value !== undefined && settings.data !== undefined && (
        <EntryDialog
          settings={settings.data}
          states={states.data}
          entry={editing.value === 'new' ? undefined : editing.value}
          onClose={() => {
            editing.value = undefined;
            reload();
          }}
        />
      )}
    </>
  );
}

function StateCells({
  state: { host, location_id: location, told },
  version,
}: {
  state: State;
  version: number;
}) {
  const refused = told?.refused ?? null;
  return (
    <>
      <td>
        {host}
        <div class="soft small">{locationName(location)}</div>
      </td>
      <td>
        <Held told={told} version={version} />
      </td>
      <td class="soft">{told?.kept_own.join(', ')}</td>
      <td>
        {refused !== null && (
          <>
            <span class="badge bad">{texts.reasons[refused.reason]}</span>{' '}
            {refused.version !== null && <span class="soft">{texts.version(String(refused.version))}</span>}
            <div class="soft small">{refused.message}</div>
          </>
        )}
      </td>
      <td class="soft">{told !== null && <Moment at={told.told_at} relative />}</td>
    </>
  );
}

/** Shows which version an agent has in force. */
export function Held({ told, version }: { told: State['told']; version: number }) {
  if (told === null) return <span class="soft">{texts.doesNotAsk}</span>;
  if (told.held_version === null) return <span class="badge">{texts.own}</span>;
  const isBehind = told.held_version < version;
  return (
    <span class={isBehind ? 'badge warn' : 'badge good'}>
      {texts.version(String(told.held_version))}
      {isBehind && ` · ${texts.behind}`}
    </span>
  );
}
