import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';
import type { Threat } from './threats.ts';

/**
 * Quiet hours are hours of each day, `HH:MM` in a time zone of the IANA database, in which only critical threats are
 * told.
 */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** A digest is sent each hour, or each day at `HH:MM` in a time zone of the IANA database. */
export interface Digest {
  readonly every: 'hour' | 'day';
  readonly at: string;
  readonly timeZone: string;
}

/** A channel states where an account wants to be told of threats. */
export interface NewChannel {
  readonly kind: ChannelKind;
  /** The target as it is shown: shortened if the whole is the secret. */
  readonly target: string;
  /** Null for all locations of the account. */
  readonly locationId: number | null;
  /** Threats below that are not told of. */
  readonly leastSeverity: Severity;
  /** Null for all types. */
  readonly threatTypes: readonly string[] | null;
  /** Whether the resolution of a threat is told too. */
  readonly tellsResolved: boolean;
  /** Whether threats of one case are told once, and again only if a worse one joins. */
  readonly byCase: boolean;
  readonly quietHours: QuietHours | null;
  /** Null if each threat is told by itself. */
  readonly digest: Digest | null;
  readonly note: string | null;
  /** Sealed: what webhooks are signed with, the receiver's token, or the whole target; null if there is none. */
  readonly secret: string | null;
}

export interface Channel extends Omit<NewChannel, 'secret'> {
  readonly id: number;
  readonly createdAt: Date;
  /** Notifications that wait for their first or next attempt, and those that were given up. */
  readonly waiting: number;
  readonly dead: number;
  /** Times that a threat found no room in the channel's queue. */
  readonly refused: number;
  readonly lastDeliveredAt: Date | null;
}

/**
 * A delivery is `waiting` for its first or next attempt, `delivered`, `dead`: given up after the last attempt, or `joined`: not
 * sent, as another threat of its case was told.
 */
export const deliveryStates = ['waiting', 'delivered', 'dead', 'joined'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A delivery's event tells that a threat is there, or that it is resolved. */
export const deliveryEvents = ['threat', 'resolved'] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/** A delivery is one threat to be told to one channel. */
export interface Delivery {
  readonly id: number;
  readonly event: DeliveryEvent;
  readonly threatId: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  /** The reason that the last attempt failed; null before any has. */
  readonly lastError: string | null;
}

/** A claimed delivery is one that this collector has taken on, with all that it needs. */
export interface ClaimedDelivery {
  readonly id: number;
  /** From 1. */
  readonly attempt: number;
  readonly event: DeliveryEvent;
  readonly createdAt: Date;
  readonly channel: Pick<NewChannel, 'kind' | 'target' | 'secret' | 'quietHours' | 'digest'> & {
    readonly id: number;
  };
  readonly threat: Threat;
  readonly locationName: string;
  /** The case, if the channel is told by case and the threat is in one. */
  readonly case: ToldCase | null;
}

/** A told case states how much is in the case of the threat that is told. */
export interface ToldCase {
  readonly id: number;
  readonly threats: number;
  readonly clients: number;
}

export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly error: string; readonly afterSeconds: number }
  | { readonly state: 'dead'; readonly error: string };

export interface ChannelStore {
  list(accountId: number): Promise<Channel[]>;
  find(accountId: number, id: number): Promise<(Channel & Pick<NewChannel, 'secret'>) | undefined>;
  /** Undefined if the account has as many as it may. */
  add(accountId: number, channel: NewChannel, most: number): Promise<Channel | undefined>;
  /** With its queue. False if the account has no such one. */
  remove(accountId: number, id: number): Promise<boolean>;
}

/**
 * The notification queue keeps deliveries until they are told. Threats are put in by the statement that records or
 * resolves them: one delivery for each threat, event and channel; a resolution waits until the threat itself is told.
 */
export interface NotificationQueue {
  /**
   * Takes deliveries that are due, at most `perChannel` of one channel; nobody else is given them before the lease ends.
   * Each claim is an attempt.
   */
  claim(most: number, perChannel: number, leaseSeconds: number): Promise<ClaimedDelivery[]>;
  /** The same of one channel alone: what a digest of it tells. */
  claimOf(channelId: number, most: number, leaseSeconds: number): Promise<ClaimedDelivery[]>;
  /** Does nothing if the delivery was claimed anew in the meantime. */
  settle(delivery: Pick<ClaimedDelivery, 'id' | 'attempt'>, outcome: DeliveryOutcome): Promise<void>;
  /** Puts one off without counting the attempt. */
  postpone(delivery: Pick<ClaimedDelivery, 'id' | 'attempt'>, afterSeconds: number): Promise<void>;
  /** Newest first; undefined if the account has no such channel. */
  deliveries(
    accountId: number,
    channelId: number,
    state: DeliveryState | undefined,
    page: Page,
  ): Promise<{ count: number; deliveries: Delivery[] } | undefined>;
  /** Has dead deliveries of a channel tried again from the start. Returns how many; undefined if there is no such channel. */
  revive(accountId: number, channelId: number): Promise<number | undefined>;
  depth(): Promise<{ waiting: number; dead: number }>;
  /**
   * Forgets deliveries that ended before that time, of threats that were not seen since: a threat that goes on is not
   * told anew.
   */
  forgetBefore(time: Date): Promise<number>;
}
