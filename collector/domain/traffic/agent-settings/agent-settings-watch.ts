import type { EventBus } from '../../../ports/system/event-bus.ts';
import { AccountWatch } from '../account-watch.ts';

/** An agent settings watch lets agents wait for the next version of their account's settings. */
export class AgentSettingsWatch extends AccountWatch {
  constructor(bus: Pick<EventBus, 'publish' | 'subscribe' | 'onGap'>, most?: number) {
    super(bus, 'agent_settings_changed', most);
  }
}
