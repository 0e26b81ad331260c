import { useSignal } from '@preact/signals';
import type { NotificationChannel } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { mayManage } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Severity } from '../../components/severity.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/operate/notifications.ts';
import { AddChannel } from './add-channel.tsx';
import { Deliveries } from './deliveries.tsx';
import { MailReports } from './mail-reports.tsx';

/** Shows the channels that notify of threats, and the state of their deliveries. */
export function Page() {
  const channels = useResource(
    'channels',
    (signal) => api.call('GET /api/v1/notifications/channels', { signal }),
    {
      every: 15_000,
    },
  );
  const adding = useSignal(false);
  const shown = useSignal<NotificationChannel | undefined>(undefined);
  return (
    <>
      <PageHead title={common.pages.notifications} lead={texts.lead}>
        {mayManage() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.add}
          </button>
        )}
      </PageHead>
      <div class="panel">
        <ResourceTable
          label={common.pages.notifications}
          of={channels}
          rows={({ channels: found }) => found}
          keyOf={({ id }) => id}
          columns={[
            texts.columns.channel,
            texts.columns.severity,
            texts.columns.state,
            [texts.columns.last, 'number'],
            [common.more, 'buttons'],
          ]}
          empty={[texts.empty, texts.emptyMore]}
        >
          {(channel) => (
            <ChannelCells
              channel={channel}
              reload={channels.reload}
              onShow={() => {
                shown.value = channel;
              }}
            />
          )}
        </ResourceTable>
      </div>
      <MailReports />
      {shown.value !== undefined && (
        <Deliveries
          channel={shown.value}
          onClose={() => {
            shown.value = undefined;
          }}
        />
      )}
      {adding.value && (
        <AddChannel
          onClose={() => {
            adding.value = false;
            channels.reload();
          }}
        />
      )}
    </>
  );
}

function ChannelCells({
  channel,
  reload,
  onShow,
}: {
  channel: NotificationChannel;
  reload: () => void;
  onShow: () => void;
}) {
  const params = { id: channel.id };
  const test = useAction(async () => {
    const outcome = await api.call('POST /api/v1/notifications/channels/{id}/test', { params });
    const why = outcome.error ?? texts.status(String(outcome.status));
    toast(outcome.delivered ? texts.testOk : texts.testFailed(visible(why)));
    reload();
  });
  const remove = useAction(async () => {
    await api.call('DELETE /api/v1/notifications/channels/{id}', { params });
    toast(texts.removed);
    reload();
  });
  const healthy = channel.dead === 0 && channel.refused === 0;
  return (
    <>
      <td class="wrap">
        <div class="soft small">{texts.kinds[channel.kind]}</div>
        <Name name={channel.target} meaning={false} />
        {channel.note !== null && (
          <div class="soft small">
            <Name name={channel.note} meaning={false} prose />
          </div>
        )}
        <Refusal trouble={test.trouble ?? remove.trouble} />
      </td>
      <td>
        <Severity severity={channel.least_severity} />
      </td>
      <td>
        <button type="button" class={`badge ${healthy ? 'good' : 'bad'} as-button`} onClick={onShow}>
          {channel.dead > 0 && texts.dead(count(channel.dead))}
          {channel.dead === 0 && channel.refused > 0 && texts.refused(count(channel.refused))}
          {healthy && (channel.waiting > 0 ? texts.waiting(count(channel.waiting)) : texts.healthy)}
        </button>
      </td>
      <td class="number soft">
        {channel.last_delivered_at === null ? (
          texts.never
        ) : (
          <Moment at={channel.last_delivered_at} relative />
        )}
      </td>
      <td class="shrink">
        <div class="row nowrap">
          <button type="button" class="button slim" disabled={test.busy} onClick={() => void test.run()}>
            {texts.test}
          </button>
          {mayManage() && (
            <button
              type="button"
              class="button slim quiet"
              disabled={remove.busy}
              onClick={() => void remove.run()}
            >
              {common.remove}
            </button>
          )}
        </div>
      </td>
    </>
  );
}
