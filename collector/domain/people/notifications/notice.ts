import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';
import type { threatSchema } from '@sonde/shared/schemas/threat.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { z } from 'zod';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import type { DeliveryEvent } from '../../../ports/threats/notifications.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import { addressesOfThreats } from '../../intelligence/addresses/addresses-in-answers.ts';
import { presentThreat } from '../../traffic/monitoring/present-threat.ts';

/**
 * A notice states what is told, whichever way: it is the body of webhooks. `resolved` if the threat ended, `test` if
 * somebody tries a channel.
 */
export interface Notice {
  readonly event: DeliveryEvent | 'test';
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly sent_at: string;
  readonly location: { readonly id: number; readonly name: string } | null;
  readonly threat: z.input<typeof threatSchema> | null;
  readonly addresses: readonly AddressNote[] | null;
  /** Its page in the dashboard; null if the collector does not know its own address. */
  readonly url: string | null;
}

export function threatNotice(
  delivery: {
    readonly id: number;
    readonly event: DeliveryEvent;
    readonly threat: Threat;
    readonly locationName: string;
  },
  {
    addressNotes,
    clock,
    publicUrl,
  }: { addressNotes: AddressNotes; clock: Clock; publicUrl?: string | undefined },
): Notice {
  return {
    event: delivery.event,
    id: `threat-${delivery.threat.id}-${delivery.id}`,
    sent_at: new Date(clock.now()).toISOString(),
    location: { id: delivery.threat.locationId, name: delivery.locationName },
    threat: presentThreat(delivery.threat),
    addresses: addressNotes.of(addressesOfThreats([delivery.threat])),
    url: publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/threats/${delivery.threat.id}`,
  };
}

export function testNotice(id: string, clock: Clock): Notice {
  return {
    event: 'test',
    id: `test-${id}`,
    sent_at: new Date(clock.now()).toISOString(),
    location: null,
    threat: null,
    addresses: null,
    url: null,
  };
}
