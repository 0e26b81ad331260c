import { Conflict, NotFound, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Feed } from '../../../../ports/threats/feed.ts';
import type { FeedChange, FeedSettingsStore } from '../../../../ports/threats/feed-settings.ts';
import type { FeedStateStore } from '../../../../ports/threats/feeds.ts';
import { newFeedState } from './feed-state.ts';
import type { FeedsInForce, FollowFeedsPorts } from './feeds-in-force.ts';

/** Between two looks at a feed that people ask for. */
const betweenLooksMs = 60_000;

export interface ChangeFeedPorts {
  readonly feedsInForce: FeedsInForce;
  readonly feedSettings: FeedSettingsStore;
  readonly feedStates: Pick<FeedStateStore, 'load' | 'askNow'>;
  readonly secrets: FollowFeedsPorts['secrets'] & { seal(name: string, secret: string): string };
  readonly clock: Clock;
}

/** Throws NotFound. */
export function requireFeed(id: string, { feedsInForce }: Pick<ChangeFeedPorts, 'feedsInForce'>): Feed {
  const feed = feedsInForce.find(id);
  if (feed === undefined) throw new NotFound('feed');
  return feed;
}

/** Changes parts of what is said of a feed; one that is switched on is looked at soon. */
export async function changeFeed(
  feed: Feed,
  parts: Partial<FeedChange>,
  ports: ChangeFeedPorts,
): Promise<void> {
  const { feedsInForce, feedSettings } = ports;
  const before = (await feedSettings.changes()).get(feed.id);
  const wasEnabled = feedsInForce.isEnabled(feed.id);
  await feedSettings.change(feed.id, {
    enabled: null,
    weight: null,
    severity: null,
    threatType: null,
    ...before,
    ...parts,
  });
  await feedsInForce.refresh(ports);
  if (!wasEnabled && feedsInForce.isEnabled(feed.id)) await lookSoon(feed, ports);
}

/** Keeps a publisher's key, sealed, for all feeds that take it; they are looked at with it soon. */
export async function setFeedKey(feed: Feed, key: string, ports: ChangeFeedPorts): Promise<void> {
  const setting = keySetting(feed, ports);
  await ports.feedSettings.setKey(setting, ports.secrets.seal(setting, key));
  await ports.feedsInForce.refresh(ports);
  for (const other of ports.feedsInForce.enabled) {
    if (other.key?.setting === setting) await lookSoon(other, ports);
  }
}

export async function removeFeedKey(feed: Feed, ports: ChangeFeedPorts): Promise<void> {
  if (!(await ports.feedSettings.removeKey(keySetting(feed, ports)))) throw new NotFound('key');
  await ports.feedsInForce.refresh(ports);
}

/** Has a feed looked at within seconds, whenever it would be due. Throws a Conflict for one that is off, and TooManyAttempts. */
export async function refreshFeedNow(feed: Feed, ports: ChangeFeedPorts): Promise<void> {
  if (!ports.feedsInForce.isEnabled(feed.id)) throw new Conflict('The feed is off: switch it on first.');
  const { lastAttemptAt = null } = (await ports.feedStates.load(feed.id)) ?? {};
  requirePause(lastAttemptAt, 'feed', ports.clock);
  await lookSoon(feed, ports);
}

/** Publishers are not to be asked again and again, however often somebody presses the button. */
export function requirePause(lastAttemptAt: number | null, what: 'feed' | 'dataset', clock: Clock): void {
  const pause = lastAttemptAt === null ? 0 : lastAttemptAt + betweenLooksMs - clock.now();
  if (pause <= 0 || pause > betweenLooksMs) return;
  throw new TooManyAttempts(Math.ceil(pause / 1_000), `The ${what} was looked at less than a minute ago.`);
}

/** At once, or a minute after the last look: switching to and fro is no way around the pause. */
async function lookSoon(feed: Feed, { feedStates, clock }: ChangeFeedPorts): Promise<void> {
  const { lastAttemptAt = null } = (await feedStates.load(feed.id)) ?? {};
  const at = lastAttemptAt === null ? 0 : Math.min(lastAttemptAt, clock.now()) + betweenLooksMs;
  await feedStates.askNow({ ...newFeedState(feed.id), nextAttemptAt: at });
}

function keySetting(feed: Feed, { feedsInForce }: ChangeFeedPorts): string {
  if (feed.key === undefined) throw new Conflict('The feed takes no key.');
  if (feedsInForce.keyOrigin(feed.key.setting) === 'setting')
    throw new Conflict("The key is one of the collector's settings, which go before any that is set here.");
  return feed.key.setting;
}
