import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { EventPublisher } from '../../ports/system/events.ts';
import type { Threat } from '../../ports/threats/threats.ts';
import { addressesOfThreats } from '../intelligence/addresses/addresses-in-answers.ts';

export interface AnnounceThreatPorts {
  readonly locations: Pick<LocationStore, 'owner'>;
  readonly publisher: EventPublisher;
  readonly addressNotes: AddressNotes;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells the account that a threat belongs to. The threat itself is stored already: an announcement may fail. */
export async function announceThreat(threat: Threat, ports: AnnounceThreatPorts): Promise<void> {
  try {
    const accountId = await ports.locations.owner(threat.locationId);
    if (accountId === undefined) return;
    ports.publisher.publish({
      name: 'threat_alert',
      accountId,
      payload: {
        id: threat.id,
        type: threat.type,
        message: threat.message,
        severity: threat.severity,
        location_id: threat.locationId,
        domain: threat.queryName,
        client_ip: threat.clientAddress,
        addresses: ports.addressNotes.of(addressesOfThreats([threat])),
        timestamp: new Date(ports.clock.now()).toISOString(),
      },
    });
  } catch (error) {
    ports.log.warn({ err: error, threat: threat.id }, 'a threat could not be announced');
  }
}
