import type { Page } from '../../../../collector/ports/system/page.ts';
import type {
  Channel,
  ChannelStore,
  Delivery,
  DeliveryState,
  NewChannel,
  NotificationQueue,
} from '../../../../collector/ports/threats/notifications.ts';

type Kept = Channel & Pick<NewChannel, 'secret'> & { readonly accountId: number };

/** Channels in memory; nothing is ever queued for them but what a test puts into `queued`. */
export class FakeNotifications implements ChannelStore, Pick<NotificationQueue, 'deliveries' | 'revive'> {
  readonly queued: (Delivery & { readonly channelId: number })[] = [];
  readonly #all: Kept[] = [];
  #lastId = 0;

  async list(accountId: number): Promise<Channel[]> {
    return this.#all.filter((one) => one.accountId === accountId);
  }

  async find(accountId: number, id: number) {
    return this.#all.find((one) => one.accountId === accountId && one.id === id);
  }

  async add(accountId: number, channel: NewChannel, most: number): Promise<Channel | undefined> {
    if ((await this.list(accountId)).length >= most) return undefined;
    const counts = { waiting: 0, dead: 0, refused: 0, lastDeliveredAt: null };
    const added = { ...channel, ...counts, accountId, id: ++this.#lastId, createdAt: new Date() };
    this.#all.push(added);
    return added;
  }

  async remove(accountId: number, id: number): Promise<boolean> {
    const at = this.#all.findIndex((one) => one.accountId === accountId && one.id === id);
    if (at === -1) return false;
    this.#all.splice(at, 1);
    return true;
  }

  async deliveries(accountId: number, channelId: number, state: DeliveryState | undefined, page: Page) {
    if ((await this.find(accountId, channelId)) === undefined) return undefined;
    const own = this.queued.filter(
      (one) => one.channelId === channelId && (state === undefined || one.state === state),
    );
    return { count: own.length, deliveries: own.slice(page.offset, page.offset + page.limit) };
  }

  async revive(accountId: number, channelId: number): Promise<number | undefined> {
    if ((await this.find(accountId, channelId)) === undefined) return undefined;
    return this.queued.filter((one) => one.channelId === channelId && one.state === 'dead').length;
  }
}
