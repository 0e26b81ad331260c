import type { NewDomainEvent } from '../../../ports/scans/domain-events.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';

/** Tells those who follow domains of their changes. */
export function publishChanges(events: readonly NewDomainEvent[], publisher: EventPublisher): void {
  for (const { domain, at, kind, severity, subject, oldValue, newValue } of events)
    if (kind === 'dns_change' || kind === 'registration_change')
      publisher.publish({
        name: 'dns_change',
        payload: {
          domain,
          record_type: subject,
          old_value: oldValue,
          new_value: newValue,
          severity,
          timestamp: at.toISOString(),
        },
        accountId: null,
      });
}
