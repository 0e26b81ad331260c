import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { endSession } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { browserName } from '../../domain/browser-name.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/account.ts';

/** Shows the person's sessions, and buttons to end them. */
export function Sessions() {
  const sessions = useResource('sessions', (signal) => api.call('GET /api/auth/sessions', { signal }));
  const end = useAction(async (id: number) => {
    await api.call('DELETE /api/auth/sessions/{id}', { params: { id } });
    sessions.reload();
  });
  const endOthers = useAction(async () => {
    const { ended } = await api.call('DELETE /api/auth/sessions');
    toast(texts.sessions.ended(count(ended)));
    sessions.reload();
  });
  const everywhere = useAction(async () => {
    await api.call('POST /api/auth/logout-everywhere');
    endSession();
  });
  const asking = useSignal(false);
  const several = (sessions.data?.count ?? 0) > 1;
  return (
    <Panel
      title={texts.sessions.title}
      tools={
        <div class="row">
          {several && (
            <button
              type="button"
              class="link-button"
              disabled={endOthers.busy}
              onClick={() => void endOthers.run()}
            >
              {texts.sessions.endOthers}
            </button>
          )}
          <button
            type="button"
            class="link-button"
            onClick={() => {
              asking.value = true;
            }}
          >
            {texts.sessions.everywhere}
          </button>
        </div>
      }
    >
      <Refusal trouble={end.trouble ?? endOthers.trouble} />
      <ResourceTable
        label={texts.sessions.title}
        of={sessions}
        lines={3}
        rows={({ sessions }) => sessions}
        keyOf={({ id }) => id}
        columns={[
          texts.sessions.browser,
          texts.sessions.address,
          [texts.sessions.used, 'number'],
          [texts.sessions.end, 'buttons'],
        ]}
      >
        {(one) => (
          <>
            <td title={one.user_agent === null ? undefined : visible(one.user_agent)}>
              {browserName(one.user_agent) ?? texts.sessions.unknown}
            </td>
            <td>{one.address}</td>
            <td class="number soft">
              <Moment at={one.last_used_at} relative />
            </td>
            <td class="shrink">
              {one.current ? (
                <span class="badge good">{texts.sessions.current}</span>
              ) : (
                <button
                  type="button"
                  class="button quiet slim"
                  disabled={end.busy}
                  onClick={() => void end.run(one.id)}
                >
                  {texts.sessions.end}
                </button>
              )}
            </td>
          </>
        )}
      </ResourceTable>
      {asking.value && (
        <FormDialog
          title={texts.sessions.everywhere}
          lead={texts.sessions.everywhereMore}
          submit={texts.sessions.everywhere}
          danger
          action={everywhere}
          onClose={() => {
            asking.value = false;
          }}
        />
      )}
    </Panel>
  );
}
