import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { Moment } from '../../components/moment.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/policy.ts';

/** The policy as it was, and the way back to it. */
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
      <Loaded
        of={versions}
        isEmpty={({ count: all }) => all === 0}
        empty={<p class="soft">{texts.noVersions}</p>}
      >
        {({ versions: found, version: current }) => (
          <TableScroll label={texts.views.versions}>
            <table class="table">
              <thead>
                <tr>
                  <th>{texts.views.versions}</th>
                  <th>{texts.changed}</th>
                  <th class="number">{texts.put}</th>
                  <th class="number">{texts.deleted}</th>
                  <th>
                    <span class="unseen">{texts.rollBack}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ version, changed_at: at, rules_put: put, rules_deleted: deleted }) => (
                  <tr key={version}>
                    <td>
                      {texts.version(String(version))}{' '}
                      {version === current && <span class="badge good">{texts.inForce}</span>}
                    </td>
                    <td>
                      <Moment at={at} />
                    </td>
                    <td class="number">{count(put)}</td>
                    <td class="number">{count(deleted)}</td>
                    <td class="shrink">
                      {version !== current && mayWork() && (
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
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Loaded>
    </div>
  );
}
