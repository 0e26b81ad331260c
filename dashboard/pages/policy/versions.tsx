import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { Moment } from '../../components/moment.tsx';
import { ResourceTable } from '../../components/resource-table.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/policy.ts';

/** Shows the earlier versions of the policy, and the way back to each. */
export function Versions({ onChange }: { onChange: () => void }) {
  const versions = useResource('policy versions', (signal) =>
    api.call('GET /api/v1/unbound/policy/versions', { query: { limit: 100 }, signal }),
  );
  const back = useAction(async (version: number) => {
    await api.call('POST /api/v1/unbound/policy/rollback', { body: { version } });
    toast(texts.rolledBack(String(version)));
    versions.reload();
    onChange();
  });
  return (
    <div class="panel">
      <Refusal trouble={back.trouble} />
      <ResourceTable
        label={texts.views.versions}
        of={versions}
        rows={({ versions: found, version: current }) =>
          found.map((one) => ({ ...one, isInForce: one.version === current }))
        }
        keyOf={({ version }) => version}
        columns={[
          texts.views.versions,
          texts.changed,
          [texts.put, 'number'],
          [texts.deleted, 'number'],
          [texts.rollBack, 'buttons'],
        ]}
        empty={texts.noVersions}
      >
        {({ version, isInForce, changed_at: at, rules_put: put, rules_deleted: deleted }) => (
          <>
            <td>
              {texts.version(String(version))} {isInForce && <span class="badge good">{texts.inForce}</span>}
            </td>
            <td>
              <Moment at={at} />
            </td>
            <td class="number">{count(put)}</td>
            <td class="number">{count(deleted)}</td>
            <td class="shrink">
              {!isInForce && mayWork() && (
                <button
                  type="button"
                  class="button slim"
                  disabled={back.busy}
                  onClick={() => void back.run(version)}
                >
                  {texts.rollBack}
                </button>
              )}
            </td>
          </>
        )}
      </ResourceTable>
    </div>
  );
}
