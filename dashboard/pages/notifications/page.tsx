import { useSignal } from '@preact/signals';
import type { NotificationChannel } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { isOwner } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Empty, Loaded, Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/notifications.ts';
import { AddChannel } from './add-channel.tsx';
import { Deliveries } from './deliveries.tsx';

/** Who is told of threats, and whether it arrives. */
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
        {isOwner() && (
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
        <Loaded
          of={channels}
          isEmpty={({ count: all }) => all === 0}
          empty={
            <Empty title={texts.empty}>
              <p class="soft">{texts.emptyMore}</p>
            </Empty>
          }
        >
          {({ channels: found }) => (
            <TableScroll label={common.pages.notifications}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{texts.columns.channel}</th>
                    <th>{texts.columns.severity}</th>
                    <th>{texts.columns.state}</th>
                    <th class="number">{texts.columns.last}</th>
                    <th>
                      <span class="unseen">{common.more}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((channel) => (
                    <ChannelRow
                      key={channel.id}
                      channel={channel}
                      reload={channels.reload}
                      onShow={() => {
                        shown.value = channel;
                      }}
                    />
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )}
        </Loaded>
      </div>
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

function ChannelRow({
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
    <tr>
      <td class="wrap">
        <div class="soft small">{texts.kinds[channel.kind]}</div>
        <Name name={channel.target} meaning={false} />
        {channel.note !== null && (
          <div class="soft small">
            <Name name={channel.note} meaning={false} />
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
          {isOwner() && (
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
    </tr>
  );
}
