import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../../app/api.ts';
import { locationName } from '../../../app/locations.ts';
import { now } from '../../../app/now.ts';
import { useResource } from '../../../app/resource.ts';
import { mayManage } from '../../../app/session.ts';
import { locationId } from '../../../app/time-range.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ago } from '../../../format/times.ts';
import { texts } from '../../../texts/en/operate/enrolment.ts';
import { Revoke } from './revoke.tsx';

type Agent = AnswerOf<'GET /api/v1/enrolment/agents'>['agents'][number];

/** Shows the agents that have keys of their own, and shuts one out. */
export function EnrolledAgents() {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  const agents = useResource(
    JSON.stringify(['enrolled agents', where]),
    (signal) => api.call('GET /api/v1/enrolment/agents', { query: where, signal }),
    { every: 10_000 },
  );
  const revoking = useSignal<Agent | undefined>(undefined);
  return (
    <Panel title={texts.agents}>
      <ResourceTable
        label={texts.agents}
        of={agents}
        rows={(answer) => answer.agents}
        keyOf={({ id }) => id}
        columns={[
          texts.agent.agent,
          texts.agent.state,
          [texts.agent.enrolled, 'number'],
          [texts.agent.used, 'number'],
          mayManage() && [texts.revoke, 'buttons'],
        ]}
        empty={[texts.noAgents, texts.noAgentsMore]}
      >
        {(agent) => (
          <>
            <td class="wrap who">
              <Name name={hostOf(agent)} meaning={false} />
              <div class="soft small">
                {agent.software} · {locationName(agent.location_id)} · {agent.address}
              </div>
            </td>
            <td>
              <State of={agent} />
            </td>
            <td class="number soft">
              <Moment at={agent.enrolled_at} relative />
            </td>
            <td class="number soft">
              {agent.last_used_at === null ? texts.never : <Moment at={agent.last_used_at} relative />}
            </td>
            {mayManage() && (
              <td class="shrink">
                {agent.revoked_at === null && (
                  <button
                    type="button"
                    class="button quiet slim"
                    onClick={() => {
                      revoking.value = agent;
                    }}
                  >
                    {texts.revoke}
                  </button>
                )}
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {revoking.value !== undefined && (
        <Revoke
          title={texts.revokeAgent(hostOf(revoking.value))}
          more={texts.revokeAgentMore}
          done={texts.revoked}
          revoke={() =>
            api.call('DELETE /api/v1/enrolment/agents/{id}', { params: { id: revoking.value!.id } })
          }
          onClose={() => {
            revoking.value = undefined;
            agents.reload();
          }}
        />
      )}
    </Panel>
  );
}

function State({ of: { revoked_at: revokedAt, certificate_ends_at: endsAt } }: { of: Agent }) {
  if (revokedAt !== null)
    return <span class="badge bad">{texts.agentRevoked(ago(revokedAt, now.value))}</span>;
  if (endsAt === null) return <span class="badge good">{texts.ownKey}</span>;
  const isOver = Date.parse(endsAt) < now.value;
  const when = ago(endsAt, now.value);
  return (
    <span class={isOver ? 'badge warn' : 'badge good'}>
      {isOver ? texts.certificateOver(when) : texts.withCertificate(when)}
    </span>
  );
}

function hostOf({ host, agent_id: id }: Agent): string {
  return host || id;
}
