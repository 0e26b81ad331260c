import type { Log } from '@sonde/shared/system/log.ts';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import type { Counter, Meter } from '../../../ports/system/metrics.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  Digest,
  NotificationQueue,
} from '../../../ports/threats/notifications.ts';
import { digestAfter } from './digest-time.ts';
import { digestNotice, type Notice, threatNotice } from './notice.ts';
import { quietFor } from './quiet-hours.ts';
import { mostAttempts, retryDelay } from './retry-delay.ts';
import { type SendNoticePorts, type SendResult, sendNotice } from './send-notice.ts';

/** Deliveries under way at once, and of one channel. */
const atOnce = 32;
const perChannel = 4;
/** Deliveries that one digest is made of, at most: as many as may wait. */
const mostGathered = 1_000;
/** Longer than any attempt, so that nobody else takes on what is under way. */
const leaseSeconds = 60;

export interface NotifierPorts extends SendNoticePorts {
  readonly notificationQueue: Pick<NotificationQueue, 'claim' | 'claimOf' | 'settle' | 'postpone' | 'depth'>;
  readonly addressNotes: AddressNotes;
  /** The dashboard's address, if the operator says it. */
  readonly publicUrl?: string | undefined;
  readonly meter: Meter;
  readonly log: Log;
}

/** A notifier tells channels of threats, with repetitions, until they are told or it is given up. */
export class Notifier {
  readonly #ports: NotifierPorts;
  readonly #attempts: Counter<'kind' | 'result'>;
  #depth = { waiting: 0, dead: 0 };

  constructor(ports: NotifierPorts) {
    this.#ports = ports;
    const { meter } = ports;
    this.#attempts = meter.counter(
      'sonde_notification_attempts_total',
      'Attempts to tell of a threat, by what came of them.',
      ['kind', 'result'],
    );
    meter.gauge(
      'sonde_notifications_waiting',
      'Notifications that wait for an attempt.',
      () => this.#depth.waiting,
    );
    meter.gauge('sonde_notifications_dead', 'Notifications that were given up.', () => this.#depth.dead);
  }

  /** Sends all that is due. What is under way when `signal` aborts is taken up again after its lease. */
  async deliver(signal: AbortSignal): Promise<void> {
    const { notificationQueue: queue } = this.#ports;
    for (;;) {
      signal.throwIfAborted();
      const claimed = await queue.claim(atOnce, perChannel, leaseSeconds);
      if (claimed.length === 0) break;
      // Of a channel with digests all that is due goes out as one.
      const digests = new Map(
        claimed.flatMap(({ channel }) => (channel.digest === null ? [] : [[channel.id, channel.digest]])),
      );
      const results = await Promise.allSettled([
        ...claimed
          .filter(({ channel }) => channel.digest === null)
          .map((delivery) => this.#attempt(delivery, signal)),
        ...[...digests].map(([id, digest]) =>
          this.#digest(
            id,
            digest,
            claimed.filter(({ channel }) => channel.id === id),
            signal,
          ),
        ),
      ]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
    this.#depth = await queue.depth();
  }

  async #digest(
    channelId: number,
    digest: Digest,
    first: readonly ClaimedDelivery[],
    signal: AbortSignal,
  ): Promise<void> {
    const { notificationQueue: queue, clock } = this.#ports;
    const claimed = [...first, ...(await queue.claimOf(channelId, mostGathered, leaseSeconds))];
    const due: ClaimedDelivery[] = [];
    for (const delivery of claimed) {
      const dueAt = digestAfter(digest, delivery.createdAt.getTime());
      if (delivery.threat.severity === 'critical') await this.#attempt(delivery, signal);
      else if (dueAt <= clock.now()) due.push(delivery);
      else await queue.postpone(delivery, Math.ceil((dueAt - clock.now()) / 1_000));
    }
    const { quietHours } = claimed[0]!.channel;
    const quiet = quietHours === null ? undefined : quietFor(quietHours, clock.now());
    if (quiet !== undefined) await Promise.all(due.map((delivery) => queue.postpone(delivery, quiet)));
    else if (due.length > 0) await this.#send(due, digestNotice(due, this.#ports), signal);
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { notificationQueue: queue, clock } = this.#ports;
    const { quietHours } = delivery.channel;
    const quiet = quietHours === null ? undefined : quietFor(quietHours, clock.now());
    if (quiet !== undefined && delivery.threat.severity !== 'critical') {
      await queue.postpone(delivery, quiet);
      return;
    }
    await this.#send([delivery], threatNotice(delivery, this.#ports), signal);
  }

  /** Makes one attempt to tell of some deliveries of one channel by one notice. */
  async #send(deliveries: readonly ClaimedDelivery[], notice: Notice, signal: AbortSignal): Promise<void> {
    const { notificationQueue: queue, log } = this.#ports;
    const { channel } = deliveries[0]!;
    const result = await sendNotice(channel, notice, this.#ports, signal);
    const { kind } = channel;
    let state: DeliveryOutcome['state'] = 'delivered';
    for (const delivery of deliveries) {
      const outcome = outcomeOf(delivery.attempt, result);
      await queue.settle(delivery, outcome);
      state = outcome.state;
      if (outcome.state === 'dead') {
        const about = { delivery: delivery.id, threat: delivery.threat.id, kind, reason: outcome.error };
        log.warn(about, 'a notification was given up');
      }
    }
    this.#attempts.add(1, { kind, result: state === 'waiting' ? 'failed' : state });
  }
}

function outcomeOf(attempt: number, result: SendResult): DeliveryOutcome {
  if (result.ok) return { state: 'delivered' };
  const { error, retryAfterSeconds, final } = result;
  const afterSeconds = final === true ? undefined : retryDelay(attempt, retryAfterSeconds);
  if (afterSeconds !== undefined) return { state: 'waiting', error, afterSeconds };
  return {
    state: 'dead',
    error: attempt < mostAttempts ? error : `${error} Given up after ${attempt} attempts.`,
  };
}
