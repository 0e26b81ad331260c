import type { AddressNote } from '@sonde/shared/schemas/address-note.ts';
import { severities } from '@sonde/shared/schemas/severity.ts';
import type { threatSchema } from '@sonde/shared/schemas/threat.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { z } from 'zod';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import type { ClaimedDelivery, DeliveryEvent, ToldCase } from '../../../ports/threats/notifications.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import { addressesOfThreats } from '../../intelligence/addresses/addresses-in-answers.ts';
import { presentThreat } from '../../traffic/monitoring/present-threat.ts';

/** A told digest states what there was since the digest before, the worst first. */
export interface ToldDigest {
  readonly since: string;
  readonly opened: number;
  readonly resolved: number;
  readonly threats: readonly {
    readonly event: DeliveryEvent;
    readonly location: { readonly id: number; readonly name: string };
    readonly threat: z.input<typeof threatSchema>;
  }[];
  /** Those that are not among the threats, since there are too many. */
  readonly left_out: number;
}

/**
 * A notice states what is told, whichever way: it is the body of webhooks. `resolved` if the threat ended, `test` if
 * somebody tries a channel.
 */
export interface Notice {
  readonly event: DeliveryEvent | 'digest' | 'test';
  /** The same at every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly sent_at: string;
  readonly location: { readonly id: number; readonly name: string } | null;
  readonly threat: z.input<typeof threatSchema> | null;
  readonly addresses: readonly AddressNote[] | null;
  /** The case that the threat belongs to, for channels that are told by case; else null. */
  readonly case: ToldCase | null;
  /** What a digest tells of instead of one threat; else null. */
  readonly digest: ToldDigest | null;
  /** The page of the case or the threat in the dashboard; null if the collector does not know its own address. */
  readonly url: string | null;
}

export function threatNotice(
  delivery: {
    readonly id: number;
    readonly event: DeliveryEvent;
    readonly threat: Threat;
    readonly locationName: string;
    readonly case: ToldCase | null;
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
    case: delivery.case,
    digest: null,
    url: publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}${pageOf(delivery)}`,
  };
}

/** The page of the case if that is told, else of the threat. */
function pageOf({ threat, case: told }: { threat: Threat; case: ToldCase | null }): string {
  return told === null ? `/threats/${threat.id}` : `/cases/${told.id}`;
}

export function testNotice(id: string, clock: Clock): Notice {
  return {
    event: 'test',
    id: `test-${id}`,
    sent_at: new Date(clock.now()).toISOString(),
    location: null,
    threat: null,
    addresses: null,
    case: null,
    digest: null,
    url: null,
  };
}

/** Threats that one digest names. */
const mostInDigest = 100;

/** Makes one notice of all that a digest tells of: at least one delivery. */
export function digestNotice(
  deliveries: readonly Pick<ClaimedDelivery, 'id' | 'event' | 'threat' | 'locationName' | 'createdAt'>[],
  { clock, publicUrl }: { clock: Clock; publicUrl?: string | undefined },
): Notice {
  const worstFirst = deliveries.toSorted(
    (a, b) =>
      Number(a.event === 'resolved') - Number(b.event === 'resolved') ||
      severities.indexOf(b.threat.severity) - severities.indexOf(a.threat.severity) ||
      a.id - b.id,
  );
  const ids = deliveries.map(({ id }) => id);
  const opened = deliveries.filter(({ event }) => event === 'threat').length;
  return {
    event: 'digest',
    id: `digest-${Math.min(...ids)}-${Math.max(...ids)}`,
    sent_at: new Date(clock.now()).toISOString(),
    location: null,
    threat: null,
    addresses: null,
    case: null,
    digest: {
      since: new Date(Math.min(...deliveries.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
      opened,
      resolved: deliveries.length - opened,
      threats: worstFirst.slice(0, mostInDigest).map(({ event, threat, locationName }) => ({
        event,
        location: { id: threat.locationId, name: locationName },
        threat: presentThreat(threat),
      })),
      left_out: Math.max(0, deliveries.length - mostInDigest),
    },
    url: publicUrl === undefined ? null : `${publicUrl.replace(/\/+$/, '')}/threats`,
  };
}
