import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { now } from '../../app/now.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, withQuery } from '../../app/router.ts';
import { mayManage } from '../../app/session.ts';
import { carried, locationId } from '../../app/time-range.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Agent } from '../../domain/ledger-flow.ts';
import { silentAfterMs } from '../../domain/silence.ts';
import { count, short } from '../../format/numbers.ts';
import { ago } from '../../format/times.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts as settingsTexts } from '../../texts/en/operate/agent-settings.ts';
import { texts } from '../../texts/en/operate/agents.ts';
import { AddAgent } from './add-agent.tsx';
import { Enrolment } from './enrolment/enrolment.tsx';
import { Ledger } from './ledger.tsx';
import { LossesByHour } from './losses.tsx';
import type { States } from './settings/entries.tsx';
import { AgentSettings, Held, useStates } from './settings/settings.tsx';

const views = ['agents', 'enrolment', 'settings'] as const;

/** Shows the agents, their last sign of life, and the ledger of each. */
export function Page() {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const agents = useResource(
    JSON.stringify(['agents', where]),
    (signal) => api.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 3, ...where }, signal }),
    { every: 10_000 },
  );
  const states = useStates();
  const view = views.find((one) => one === place.value.query.get('view')) ?? 'agents';
  const adding = useSignal(false);
  const asked = Number(place.value.query.get('agent'));
  const add = mayManage() && (
    <button
      type="button"
      class="button first"
      onClick={() => {
        adding.value = true;
      }}
    >
      {texts.add}
    </button>
  );
  return (
    <>
      <PageHead title={common.pages.agents} lead={texts.lead}>
        {add}
      </PageHead>
      <Tabs label={common.pages.agents} views={views} current={view} texts={settingsTexts.views} />
      {view === 'settings' && <AgentSettings />}
      {view === 'enrolment' && <Enrolment />}
      {view === 'agents' && (
        <Loaded
          of={agents}
          isEmpty={({ count: all }) => all === 0}
          empty={
            <Empty title={texts.empty}>
              <p class="soft">{texts.emptyMore}</p>
            </Empty>
          }
        >
          {({ agents: found }) => {
            const shown = found.find(({ id }) => id === asked) ?? found[0]!;
            return (
              <>
                <div class="panel">
                  <TableScroll label={common.pages.agents}>
                    <table class="table">
                      <thead>
                        <tr>
                          <th>{texts.columns.agent}</th>
                          <th>{texts.columns.state}</th>
                          <th class="number">{texts.columns.rows}</th>
                          <th class="number">{texts.columns.missing}</th>
                          <th>{settingsTexts.views.settings}</th>
                          <th class="number">{texts.columns.last}</th>
                        </tr>
                      </thead>
                      <tbody>
                        {found.map((agent) => (
                          <AgentRow key={agent.id} agent={agent} states={states.data} />
                        ))}
                      </tbody>
                    </table>
                  </TableScroll>
                </div>
                <Panel title={texts.ledgerOf(hostOf(shown))}>
                  <Ledger key={shown.id} agent={shown} />
                </Panel>
                <LossesByHour agentId={shown.id} />
              </>
            );
          }}
        </Loaded>
      )}
      {adding.value && (
        <AddAgent
          onClose={() => {
            adding.value = false;
            agents.reload();
          }}
        />
      )}
    </>
  );
}

function AgentRow({ agent, states }: { agent: Agent; states: States | undefined }) {
  const silent = now.value - Date.parse(agent.last_seen) > silentAfterMs;
  const state = states?.agents.find(({ agent_id: id }) => id === agent.id);
  const missing = agent.runs.reduce((sum, run) => sum + run.missing_batches, 0);
  return (
    <tr>
      <td>
        <a href={withQuery({ agent: String(agent.id) })}>
          <Name name={hostOf(agent)} meaning={false} />
        </a>
        <div class="soft small">
          {agent.software} · {locationName(agent.location_id)}
        </div>
      </td>
      <td>
        <span class={silent ? 'badge warn' : 'badge good'}>
          {silent ? texts.silent(ago(agent.last_seen, now.value)) : texts.reports}
        </span>
      </td>
      <td class="number">
        <a href={href('/queries', { ...carried(), agent_id: String(agent.id) })}>{short(agent.rows)}</a>
      </td>
      <td class={missing > 0 ? 'number bad' : 'number'}>
        <a href={withQuery({ agent: String(agent.id) })}>{count(missing)}</a>
      </td>
      <td>
        {state !== undefined && (
          <a href={withQuery({ view: 'settings' })}>
            <Held told={state.told} version={states!.version} />
          </a>
        )}
      </td>
      <td class="number soft">
        <Moment at={agent.last_seen} relative />
      </td>
    </tr>
  );
}

function hostOf(agent: Agent): string {
  return agent.host || texts.uploads;
}
