import type { EventBus } from '../ports/system/event-bus.ts';
import type { EventPublisher, PublishedEvent } from '../ports/system/events.ts';
import type { Meter } from '../ports/system/metrics.ts';

const topic = 'published';

/** Publishes to the subscribers of all collectors; one that can't be carried is counted. */
export function createBusPublisher(bus: Pick<EventBus, 'publish'>, meter: Meter): EventPublisher {
  const dropped = meter.counter('sonde_events_dropped_total', 'Events too large to be carried, by kind.', [
    'event',
  ]);
  return {
    publish: (event) => {
      if (!bus.publish(topic, event)) dropped.add(1, { event: event.name });
    },
  };
}

/** Hands every published event to `deliver`, whichever collector it comes from. */
export function followBus(
  bus: Pick<EventBus, 'subscribe'>,
  deliver: (event: PublishedEvent) => void,
): () => void {
  // Only collectors write to the bus, and `deliver` checks the payload by its contract.
  return bus.subscribe(topic, (payload) => deliver(payload as PublishedEvent));
}
