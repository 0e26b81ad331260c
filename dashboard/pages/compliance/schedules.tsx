import { useSignal } from '@preact/signals';
import type { ComplianceSchedule } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { ResourceTable } from '../../components/resource-table.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/compliance.ts';
import { LinesField, linesOf } from './lines-field.tsx';

type Frameworks = AnswerOf<'GET /api/v2/compliance/frameworks'>;
const periods = ['daily', 'weekly', 'monthly'] as const;

/** Reports that are written by themselves, and who is told of them. */
export function Schedules({ frameworks }: { frameworks: Resource<Frameworks> }) {
  const schedules = useResource(
    'compliance schedules',
    (signal) => api.call('GET /api/v2/compliance/schedules', { signal }),
    { every: 15_000 },
  );
  return (
    <>
      <Panel title={texts.schedules}>
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
      {mayWork() && (
        <Panel title={texts.newSchedule}>
          <Loaded of={frameworks}>
            {({ frameworks: all }) => (
              <NewSchedule
                frameworks={all.map(({ id, title }) => [id, title] as const)}
                onDone={schedules.reload}
              />
            )}
          </Loaded>
        </Panel>
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
        <Name name={schedule.title} meaning={false} />
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

function NewSchedule({
  frameworks,
  onDone,
}: {
  frameworks: readonly (readonly [id: string, title: string])[];
  onDone: () => void;
}) {
  const framework = useSignal(frameworks[0]?.[0] ?? '');
  const domains = useSignal('');
  const emails = useSignal('');
  const webhooks = useSignal('');
  const every = useSignal<(typeof periods)[number]>('weekly');
  const hour = useSignal('6');
  const weekday = useSignal('1');
  const day = useSignal('1');
  const onlyChanges = useSignal(false);
  const action = useAction(async () => {
    await api.call('POST /api/v2/compliance/schedules', {
      body: {
        framework: framework.value,
        domains: linesOf(domains.value),
        every: every.value,
        hour: Number(hour.value),
        weekday: Number(weekday.value),
        day: Number(day.value),
        emails: linesOf(emails.value),
        webhooks: linesOf(webhooks.value),
        only_changes: onlyChanges.value,
      },
    });
    toast(texts.scheduled);
    onDone();
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <SelectField
        label={texts.framework}
        value={framework.value}
        options={frameworks}
        onChange={(chosen) => {
          framework.value = chosen;
        }}
      />
      <LinesField label={texts.domains} hint={texts.domainsHint} value={domains} />
      <SelectField
        label={texts.every}
        value={every.value}
        options={periods.map((one) => [one, texts.periods[one]] as const)}
        onChange={(chosen) => {
          every.value = chosen;
        }}
      />
      {every.value === 'weekly' && (
        <SelectField
          label={texts.weekday}
          value={weekday.value}
          options={texts.weekdays.map((name, index) => [String(index + 1), name] as const)}
          onChange={(chosen) => {
            weekday.value = chosen;
          }}
        />
      )}
      {every.value === 'monthly' && (
        <TextField
          label={texts.day}
          type="number"
          min={1}
          max={28}
          value={day.value}
          required
          onInput={(text) => {
            day.value = text;
          }}
        />
      )}
      <TextField
        label={texts.hour}
        type="number"
        min={0}
        max={23}
        value={hour.value}
        required
        onInput={(text) => {
          hour.value = text;
        }}
      />
      <LinesField label={texts.emails} value={emails} />
      <LinesField label={texts.webhooks} value={webhooks} />
      <CheckField
        label={texts.onlyChanges}
        checked={onlyChanges.value}
        onChange={(checked) => {
          onlyChanges.value = checked;
        }}
      />
      <Refusal trouble={action.trouble} />
      <div class="row">
        <button type="submit" class="button first" disabled={action.busy}>
          {texts.schedule}
        </button>
      </div>
    </form>
  );
}
