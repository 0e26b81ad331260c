import type { EventBus } from '../../../ports/system/event-bus.ts';
import { AccountWatch } from '../account-watch.ts';

/** A policy watch lets resolvers wait for the next version of their account's policy. */
export class PolicyWatch extends AccountWatch {
  constructor(bus: Pick<EventBus, 'publish' | 'subscribe' | 'onGap'>, most?: number) {
    super(bus, 'policy_changed', most);
  }
}
