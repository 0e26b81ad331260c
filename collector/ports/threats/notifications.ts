import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Page } from '../system/page.ts';
import type { Threat } from './threats.ts';

/** `webhook`: a URL that is posted to. `email`: an address that is written to. */
export type ChannelKind = 'webhook' | 'email';

/** Where an account wants to be told of threats. */
export interface NewChannel {
  readonly kind: ChannelKind;
  readonly target: string;
  /** Null for all locations of the account. */
  readonly locationId: number | null;
  /** Threats below that are not told of. */
  readonly leastSeverity: Severity;
  readonly note: string | null;
  /** What webhooks are signed with; null for mail. */
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

/** `waiting` for its first or next attempt, `delivered`, or `dead`: given up after the last attempt. */
export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One threat to be told to one channel. */
export interface Delivery {
  readonly id: number;
  readonly threatId: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  /** Why the last attempt failed; null before any has. */
  readonly lastError: string | null;
}

/** A delivery that this collector has taken on, with all that it needs. */
export interface ClaimedDelivery {
  readonly id: number;
  /** From 1. */
  readonly attempt: number;
  readonly channel: Pick<NewChannel, 'kind' | 'target' | 'secret'>;
  readonly threat: Threat;
  readonly locationName: string;
}

export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly error: string; readonly afterSeconds: number }
  | { readonly state: 'dead'; readonly error: string };

export interface ChannelStore {
  list(accountId: number): Promise<Channel[]>;
  find(accountId: number, id: number): Promise<(Channel & Pick<NewChannel, 'secret'>) | undefined>;
  /** Undefined where the account has as many as it may. */
  add(accountId: number, channel: NewChannel, most: number): Promise<Channel | undefined>;
  /** With its queue. False where the account has no such one. */
  remove(accountId: number, id: number): Promise<boolean>;
}

/**
 * What is to be told, kept until it is. Threats are put in by the transaction that records them: one delivery for each
 * threat and channel.
 */
export interface NotificationQueue {
  /**
   * Takes deliveries that are due, at most `perChannel` of one channel; nobody else is given them before the lease ends.
   * Each claim is an attempt.
   */
  claim(most: number, perChannel: number, leaseSeconds: number): Promise<ClaimedDelivery[]>;
  /** Does nothing where the delivery was claimed anew in the meantime. */
  settle(delivery: Pick<ClaimedDelivery, 'id' | 'attempt'>, outcome: DeliveryOutcome): Promise<void>;
  /** Newest first; undefined where the account has no such channel. */
  deliveries(
    accountId: number,
    channelId: number,
    state: DeliveryState | undefined,
    page: Page,
  ): Promise<{ count: number; deliveries: Delivery[] } | undefined>;
  /** Has dead deliveries of a channel tried again from the start. Returns how many; undefined where there is no such channel. */
  revive(accountId: number, channelId: number): Promise<number | undefined>;
  depth(): Promise<{ waiting: number; dead: number }>;
  /** Those that ended before that time, of threats that were not seen since: a threat that goes on is not told anew. */
  forgetBefore(time: Date): Promise<number>;
}
