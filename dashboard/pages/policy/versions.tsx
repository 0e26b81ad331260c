import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery, withQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/protect/policy.ts';
import { Difference, useDifference } from './difference.tsx';

type Version = AnswerOf<'GET /api/v1/unbound/policy/versions'>['versions'][number];

/** Shows the versions of the policy, what each changed, which resolvers hold it, and the way back to it. */
export function Versions({ onChange }: { onChange: () => void }) {
  const versions = useResource('policy versions', (signal) =>
    api.call('GET /api/v1/unbound/policy/versions', { query: { limit: 100 }, signal }),
  );
  const resolvers = useResource(
    'what resolvers hold',
    (signal) => api.call('GET /api/v1/unbound/resolvers', { query: { limit: 1_000 }, signal }),
    { every: 30_000 },
  );
  const back = useSignal<number | undefined>(undefined);
  const current = versions.data?.version ?? 1;
  const held = (version: number) =>
    resolvers.data?.resolvers.filter(({ policy }) => policy?.version === version).length ?? 0;
  return (
    <>
      <div class="panel">
        <ResourceTable
          label={texts.views.versions}
          of={versions}
          rows={({ versions: found }) => found}
          keyOf={({ version }) => version}
          columns={[
            texts.columns.version,
            texts.changed,
            [texts.put, 'number'],
            [texts.deleted, 'number'],
            [texts.heldBy, 'number'],
            [texts.rollBack, 'buttons'],
          ]}
          empty={texts.noVersions}
        >
          {({ version, changed_at: at, rules_put: put, rules_deleted: deleted }) => (
            <>
              <td>
                <a href={withQuery({ to: String(version), from: undefined })}>
                  {texts.version(String(version))}
                </a>{' '}
                {version === current && <span class="badge good">{texts.inForce}</span>}
              </td>
              <td>
                <Moment at={at} />
              </td>
              <td class="number">{count(put)}</td>
              <td class="number">{count(deleted)}</td>
              <td class="number">{count(held(version))}</td>
              <td class="shrink">
                {version !== current && mayWork() && (
                  <button
                    type="button"
                    class="button slim"
                    onClick={() => {
                      back.value = version;
                    }}
                  >
                    {texts.rollBack}
                  </button>
                )}
              </td>
            </>
          )}
        </ResourceTable>
      </div>
      {versions.data !== undefined && versions.data.count > 0 && (
        <Compared versions={versions.data.versions} current={current} />
      )}
      {back.value !== undefined && (
        <GoBack
          from={current}
          to={back.value}
          onClose={() => {
            back.value = undefined;
          }}
          onDone={() => {
            versions.reload();
            onChange();
          }}
        />
      )}
    </>
  );
}

/** Compares two versions that the address names: the last change, unless it names others. */
function Compared({ versions, current }: { versions: readonly Version[]; current: number }) {
  const asked = (name: string) => Number(place.value.query.get(name)) || undefined;
  const known = [...versions.map(({ version }) => version), 1].filter(
    (version, index, all) => all.indexOf(version) === index,
  );
  const to = asked('to') ?? known[0] ?? current;
  // The version before one changed other rules of the account, or was made by feeds: both are what was in force before.
  const from = asked('from') ?? Math.max(1, to - 1);
  const found = useDifference(from, to);
  const options = [...new Set([...known, from, to])]
    .sort((left, right) => right - left)
    .map((version) => [String(version), texts.version(String(version))] as const);
  return (
    <Panel title={texts.compare}>
      <div class="row">
        <SelectField
          label={texts.from}
          value={String(from)}
          options={options}
          onChange={(version) => setQuery({ from: version, to: String(to) })}
        />
        <SelectField
          label={texts.to}
          value={String(to)}
          options={options}
          onChange={(version) => setQuery({ from: String(from), to: version })}
        />
      </div>
      <Difference of={found} />
    </Panel>
  );
}

/** Goes back to a version, after showing what that changes. */
function GoBack({
  from,
  to,
  onClose,
  onDone,
}: {
  from: number;
  to: number;
  onClose: () => void;
  onDone: () => void;
}) {
  const found = useDifference(from, to);
  const action = useAction(async () => {
    await api.call('POST /api/v1/unbound/policy/rollback', { body: { version: to } });
    toast(texts.rolledBack(String(to)));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={texts.rollBackTitle(String(to))}
      lead={texts.rollBackLead(String(from + 1))}
      submit={texts.rollBack}
      action={action}
      onClose={onClose}
    >
      <Difference of={found} />
    </FormDialog>
  );
}
