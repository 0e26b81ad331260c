import { createHash } from 'node:crypto';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { StoreError } from '../../../ports/system/store-error.ts';
import type { SharedItem } from '../../../ports/threats/sharing.ts';
import type { SharedCollection } from './collections.ts';
import { type SharedSubject, sharedSubject } from './shared-subject.ts';
import type { StixMaker } from './stix-objects.ts';
import { uuidOfName } from './uuid-of-name.ts';

/** MISP's levels: 1 high, 2 medium, 3 low, 4 undefined. */
const levels: Readonly<Record<Severity, string>> = {
  critical: '1',
  high: '1',
  medium: '2',
  low: '3',
  info: '4',
};

/** Attributes of a feed, which is gathered in memory, and of one event, which is written at once. */
export const mostAttributes = 200_000;
export const mostOfEvent = 20_000;

interface Attribute {
  readonly uuid: string;
  readonly type: string;
  readonly category: string;
  readonly value: string;
  readonly to_ids: boolean;
  readonly timestamp: string;
  readonly comment: string;
  readonly first_seen: string;
  readonly last_seen: string;
}

/** A MISP event has what was found on one day (UTC). */
export interface MispEvent {
  readonly uuid: string;
  readonly date: string;
  readonly info: string;
  readonly analysis: string;
  readonly published: true;
  readonly threat_level_id: string;
  readonly timestamp: string;
  readonly publish_timestamp: string;
  readonly Orgc: { readonly name: string; readonly uuid: string };
  readonly Tag: readonly { readonly name: string; readonly colour: string }[];
  readonly Attribute: Attribute[];
}

/**
 * Gathers indicators into events by the day on which they were opened. UUIDs stay, so that a later pull changes what is there.
 * Throws a StoreError if there are too many.
 */
export async function mispEvents(
  collection: SharedCollection,
  items: AsyncIterable<SharedItem>,
  { installationId, accountId }: StixMaker,
  now: number,
): Promise<Map<string, MispEvent>> {
  const days = new Map<string, { attributes: Attribute[]; changedAt: number; level: number }>();
  const id = (name: string) => uuidOfName(installationId, `misp|${accountId}|${collection.alias}|${name}`);
  let count = 0;
  for await (const item of items) {
    if (count++ === mostAttributes)
      throw new StoreError('limit', `A feed has at most ${mostAttributes} attributes.`);
    const subject = sharedSubject(item.subject);
    if (subject === undefined) continue;
    const date = item.openedAt.toISOString().slice(0, 10);
    const day = days.get(date) ?? { attributes: [], changedAt: 0, level: 4 };
    days.set(date, day);
    const changedAt = Math.floor(Date.parse(item.changedAt) / 1_000);
    day.changedAt = Math.max(day.changedAt, changedAt);
    day.level = Math.min(day.level, Number(levels[item.severity]));
    day.attributes.push({
      uuid: id(`attribute|${item.subject}`),
      ...typeAndValue(subject),
      category: 'Network activity',
      to_ids: item.endedAt === null || item.endedAt.getTime() > now,
      timestamp: String(changedAt),
      comment: `${item.types.join(', ')} (${item.severity}), told by ${item.sources.join(', ')}`,
      first_seen: item.firstSeenAt.toISOString(),
      last_seen: item.lastSeenAt.toISOString(),
    });
  }
  const events = [...days].map(([date, { attributes, changedAt, level }]): [string, MispEvent] => {
    const uuid = id(`event|${date}`);
    const event: MispEvent = {
      uuid,
      date,
      info: `Sonde: ${collection.title}, ${date}`,
      analysis: '2',
      published: true,
      threat_level_id: String(level),
      timestamp: String(changedAt),
      publish_timestamp: String(changedAt),
      Orgc: { name: 'Sonde', uuid: uuidOfName(installationId, 'identity') },
      Tag: [{ name: 'type:OSINT', colour: '#004646' }],
      Attribute: attributes,
    };
    return [uuid, event];
  });
  return new Map(events.sort(([, a], [, b]) => (a.date < b.date ? -1 : 1)));
}

/** Makes `manifest.json`, which says all of each event but its attributes. */
export function mispManifest(events: ReadonlyMap<string, MispEvent>): Record<string, unknown> {
  return Object.fromEntries(
    [...events].map(
      ([id, { Attribute: _attributes, uuid: _uuid, publish_timestamp: _at, published: _is, ...rest }]) => [
        id,
        rest,
      ],
    ),
  );
}

/** Makes `hashes.csv`, which says by the MD5 of a value which event has it. */
export function mispHashes(events: ReadonlyMap<string, MispEvent>): string {
  return [...events.values()]
    .flatMap(({ uuid, Attribute: attributes }) =>
      attributes.map(({ value }) => `${createHash('md5').update(value).digest('hex')},${uuid}\n`),
    )
    .join('');
}

function typeAndValue(subject: SharedSubject): { type: string; value: string } {
  const { value } = subject;
  switch (subject.kind) {
    case 'domain':
      return { type: value.split('.').length > 2 ? 'hostname' : 'domain', value };
    case 'address':
      return { type: 'ip-dst', value };
    case 'url':
      return { type: 'url', value: `http://${value}` };
    case 'certificate':
      return {
        type: subject.digest === 'SHA-1' ? 'x509-fingerprint-sha1' : 'x509-fingerprint-sha256',
        value,
      };
  }
}
