import { useSignal } from '@preact/signals';
import type { ComplianceSchedule } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/compliance.ts';
import { NewSchedule } from './new-schedule.tsx';

type Frameworks = AnswerOf<'GET /api/v2/compliance/frameworks'>;

/** Reports that are written by themselves, and who is told of them. */
export function Schedules({ frameworks }: { frameworks: Resource<Frameworks> }) {
  const schedules = useResource(
    'compliance schedules',
    (signal) => api.call('GET /api/v2/compliance/schedules', { signal }),
    { every: 15_000 },
  );
  const adding = useSignal(false);
  return (
    <>
      <Panel
        title={texts.schedules}
        tools={
          mayWork() && (
            <button
              type="button"
              class="button slim"
              onClick={() => {
                adding.value = true;
              }}
            >
              {texts.newSchedule}
            </button>
          )
        }
      >
        <ResourceTable
          label={texts.schedules}
          of={schedules}
          rows={({ schedules: all }) => all}
          keyOf={({ schedule_id }) => schedule_id}
          columns={[
            texts.scheduleColumns.report,
            texts.scheduleColumns.when,
            texts.scheduleColumns.next,
            texts.scheduleColumns.told,
            [common.more, 'buttons'],
          ]}
          empty={texts.noSchedules}
        >
          {(schedule) => <ScheduleCells schedule={schedule} reload={schedules.reload} />}
        </ResourceTable>
      </Panel>
      {adding.value && (
        <Loaded of={frameworks}>
          {({ frameworks: all }) => (
            <NewSchedule
              frameworks={all.map(({ id, title }) => [id, title] as const)}
              onClose={() => {
                adding.value = false;
                schedules.reload();
              }}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function ScheduleCells({ schedule, reload }: { schedule: ComplianceSchedule; reload: () => void }) {
  const params = { schedule_id: schedule.schedule_id };
  const turn = useAction(async () => {
    const body = { ...schedule, active: !schedule.active };
    await api.call('PUT /api/v2/compliance/schedules/{schedule_id}', { params, body });
    reload();
  });
  const remove = useAction(async () => {
    await api.call('DELETE /api/v2/compliance/schedules/{schedule_id}', { params });
    toast(texts.unscheduled);
    reload();
  });
  const trouble = schedule.last_error ?? schedule.delivery_error;
  return (
    <>
      <td class="wrap">
        <Name name={schedule.title} meaning={false} prose />
        <div class="soft small">{schedule.framework}</div>
        {trouble !== null && <div class="bad small">{trouble}</div>}
        <Refusal trouble={turn.trouble ?? remove.trouble} />
      </td>
      <td>{texts.periods[schedule.every]}</td>
      <td>{schedule.next_run_at === null ? texts.paused : <Moment at={schedule.next_run_at} />}</td>
      <td>
        {texts.told(schedule.emails.length + schedule.webhooks.length)}
        {schedule.given_up > 0 && <div class="bad small">{texts.givenUp(count(schedule.given_up))}</div>}
      </td>
      <td class="shrink">
        {mayWork() && (
          <div class="row nowrap">
            <button type="button" class="button slim" disabled={turn.busy} onClick={() => void turn.run()}>
              {schedule.active ? texts.pause : texts.resume}
            </button>
            <button
              type="button"
              class="button slim quiet"
              disabled={remove.busy}
              onClick={() => void remove.run()}
            >
              {texts.remove}
            </button>
          </div>
        )}
      </td>
    </>
  );
}
