import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { mayManage } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { FormDialog } from '../../../components/forms/form.tsx';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Loaded } from '../../../components/state.tsx';
import { count, ratio } from '../../../format/numbers.ts';
import { texts } from '../../../texts/en/operate/agent-settings.ts';
import { type Entry, type States, Values, whoOf } from './entries.tsx';

/** Shows the versions of the settings, and the way back to one. */
export function History({
  current,
  states,
  onChange,
}: {
  current: number;
  states: States | undefined;
  onChange: () => void;
}) {
  const versions = useResource(`agent settings versions ${current}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/agent-settings/versions', { signal }),
  );
  const back = useSignal<number | undefined>(undefined);
  const { version, made, entries, why, back: backColumn } = texts.historyColumns;
  return (
    <Panel title={texts.history}>
      <ResourceTable
        label={texts.history}
        of={versions}
        rows={({ versions: found }) => found}
        keyOf={(one) => one.version}
        columns={[version, made, [entries, 'number'], why, [backColumn, 'buttons']]}
        empty={texts.none}
      >
        {(one) => (
          <>
            <td>
              {texts.version(String(one.version))}{' '}
              {one.version === current && <span class="badge good">{texts.inForce}</span>}
            </td>
            <td>
              <Moment at={one.changed_at} />
            </td>
            <td class="number">{count(one.entries)}</td>
            <td class="soft">
              {one.rolled_back_to === null ? one.comment : texts.backTo(String(one.rolled_back_to))}
            </td>
            <td class="shrink">
              {one.version !== current && mayManage() && (
                <button
                  type="button"
                  class="button slim"
                  onClick={() => {
                    back.value = one.version;
                  }}
                >
                  {texts.rollBack}
                </button>
              )}
            </td>
          </>
        )}
      </ResourceTable>
      {back.value !== undefined && (
        <GoBack
          from={current}
          to={back.value}
          states={states}
          onClose={() => {
            back.value = undefined;
          }}
          onDone={onChange}
        />
      )}
    </Panel>
  );
}

/** Goes back to a version, after showing what that changes. */
function GoBack({
  from,
  to,
  states,
  onClose,
  onDone,
}: {
  from: number;
  to: number;
  states: States | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const found = useResource(`agent settings ${from} to ${to}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/agent-settings/compare', { query: { from, to }, signal }),
  );
  const action = useAction(async () => {
    await api.call('POST /api/v1/dns-monitoring/agent-settings/rollback', { body: { version: to } });
    toast(texts.rolledBack(String(to)));
    onClose();
    onDone();
  });
  return (
    <FormDialog
      title={texts.rollBackTitle(String(to))}
      lead={texts.rollBackLead}
      submit={texts.rollBack}
      action={action}
      onClose={onClose}
    >
      <Loaded of={found} lines={4}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="soft">{texts.same}</p>
          ) : (
            <ul class="differences">
              {entries.map(({ before, after, moved }) => (
                <li key={(after ?? before)!.id}>
                  <span class="badge">{changeOf(before, after, moved)}</span>
                  <EntryWords entry={(after ?? before)!} states={states} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

function EntryWords({ entry, states }: { entry: Entry; states: States | undefined }) {
  return (
    <div>
      {whoOf(entry, states)} · {ratio(entry.rollout_percent / 100)}
      <Values settings={entry.settings} />
    </div>
  );
}

function changeOf(before: Entry | null, after: Entry | null, moved: boolean): string {
  if (before === null) return texts.added;
  if (after === null) return texts.gone;
  return moved ? texts.moved : texts.changed;
}
