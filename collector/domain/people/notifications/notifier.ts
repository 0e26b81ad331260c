import type { Log } from '@sonde/shared/system/log.ts';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import type { Counter, Meter } from '../../../ports/system/metrics.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
  NotificationQueue,
} from '../../../ports/threats/notifications.ts';
import { threatNotice } from './notice.ts';
import { quietFor } from './quiet-hours.ts';
import { mostAttempts, retryDelay } from './retry-delay.ts';
import { type SendNoticePorts, type SendResult, sendNotice } from './send-notice.ts';

/** Deliveries under way at once, and of one channel. */
const atOnce = 32;
const perChannel = 4;
/** Longer than any attempt, so that nobody else takes on what is under way. */
const leaseSeconds = 60;

export interface NotifierPorts extends SendNoticePorts {
  readonly notificationQueue: Pick<NotificationQueue, 'claim' | 'settle' | 'postpone' | 'depth'>;
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
      const results = await Promise.allSettled(claimed.map((delivery) => this.#attempt(delivery, signal)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
    this.#depth = await queue.depth();
  }

  async #attempt(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { notificationQueue: queue, clock, log } = this.#ports;
    const { quietHours } = delivery.channel;
    const quiet = quietHours === null ? undefined : quietFor(quietHours, clock.now());
    if (quiet !== undefined && delivery.threat.severity !== 'critical') {
      await queue.postpone(delivery, quiet);
      return;
    }
    const notice = threatNotice(delivery, this.#ports);
    const result = await sendNotice(delivery.channel, notice, this.#ports, signal);
    const outcome = outcomeOf(delivery.attempt, result);
    await queue.settle(delivery, outcome);
    const { kind } = delivery.channel;
    this.#attempts.add(1, { kind, result: outcome.state === 'waiting' ? 'failed' : outcome.state });
    if (outcome.state === 'dead') {
      const about = { delivery: delivery.id, threat: delivery.threat.id, kind, reason: outcome.error };
      log.warn(about, 'a notification was given up');
    }
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
