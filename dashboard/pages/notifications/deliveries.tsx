import type { NotificationChannel } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { toast } from '../../app/toasts.ts';
import { Dialog } from '../../components/forms/dialog.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/operate/notifications.ts';

/** Shows the deliveries over a channel, and a button to retry the dead ones. */
export function Deliveries({ channel, onClose }: { channel: NotificationChannel; onClose: () => void }) {
  const params = { id: channel.id };
  const deliveries = useResource(`deliveries of ${channel.id}`, (signal) =>
    api.call('GET /api/v1/notifications/channels/{id}/deliveries', { params, query: { limit: 50 }, signal }),
  );
  const retry = useAction(async () => {
    const { retried } = await api.call('POST /api/v1/notifications/channels/{id}/retry', { params });
    toast(texts.retried(count(retried)));
    deliveries.reload();
  });
  return (
    <Dialog title={texts.deliveriesOf(visible(channel.target))} kind="broad" onClose={onClose}>
      {channel.dead > 0 && (
        <button type="button" class="button" disabled={retry.busy} onClick={() => void retry.run()}>
          {texts.retry}
        </button>
      )}
      <Refusal trouble={retry.trouble} />
      <ResourceTable
        label={texts.deliveries}
        of={deliveries}
        rows={({ deliveries: found }) => found}
        keyOf={({ id }) => id}
        columns={[texts.threat, texts.columns.state, [texts.attempts, 'number'], texts.at, texts.error]}
        empty={texts.noDeliveries}
      >
        {(delivery) => (
          <>
            <td>
              <a href={href(`/threats/${delivery.threat_id}`)}>{delivery.threat_id}</a>
            </td>
            <td>{texts.states[delivery.state]}</td>
            <td class="number">{count(delivery.attempts)}</td>
            <td>
              <Moment at={delivery.finished_at ?? delivery.created_at} />
            </td>
            <td class="wrap">
              {delivery.last_error !== null && <Name name={delivery.last_error} meaning={false} prose />}
            </td>
          </>
        )}
      </ResourceTable>
    </Dialog>
  );
}
