import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import type { ChangedCase } from '../../../ports/threats/cases.ts';
import { caseTitle } from './case-title.ts';

export interface AnnounceCasePorts {
  readonly locations: Pick<LocationStore, 'owner'>;
  readonly publisher: EventPublisher;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells the account that a case began or became worse. The case itself is stored already: an announcement may fail. */
export async function announceCase(
  { change, case: one }: ChangedCase,
  { locations, publisher, clock, log }: AnnounceCasePorts,
): Promise<void> {
  try {
    const accountId = await locations.owner(one.locationId);
    if (accountId === undefined) return;
    publisher.publish({
      name: 'case_alert',
      accountId,
      payload: {
        id: one.id,
        change,
        title: caseTitle(one),
        severity: one.severity,
        location_id: one.locationId,
        clients: one.clients.slice(0, mostClients),
        threats: one.threats,
        timestamp: new Date(clock.now()).toISOString(),
      },
    });
  } catch (error) {
    log.warn({ err: error, case: one.id }, 'a case could not be announced');
  }
}

const mostClients = 20;
