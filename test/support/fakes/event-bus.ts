import type { EventBus } from '../../../collector/ports/system/event-bus.ts';

/** An event bus of one collector, in memory. */
export class FakeEventBus implements Pick<EventBus, 'publish' | 'subscribe' | 'onGap'> {
  readonly #subscribers = new Map<string, Set<(payload: unknown) => void>>();
  readonly #gapListeners = new Set<() => void>();

  publish(topic: string, payload: unknown): boolean {
    for (const subscriber of this.#subscribers.get(topic) ?? []) subscriber(payload);
    return true;
  }

  subscribe(topic: string, subscriber: (payload: unknown) => void): () => void {
    const own = this.#subscribers.get(topic) ?? new Set();
    this.#subscribers.set(topic, own.add(subscriber));
    return () => own.delete(subscriber);
  }

  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  /** Pretends that events of others were missed. */
  miss(): void {
    for (const listener of this.#gapListeners) listener();
  }
}
