import type { SharedItem, SharedPart } from '../../../ports/threats/sharing.ts';
import { type SharedSubject, sharedSubject } from './shared-subject.ts';
import { uuidOfName } from './uuid-of-name.ts';

/** STIX 2.1 section 2.9: the namespace of observables, so that those of different makers are one. */
const observables = '00abedb4-aa42-466c-9c01-fed23315a9b7';
const mostCount = 999_999_999;

/** A STIX object, with what a TAXII server says of it. */
export interface StixObject {
  readonly id: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface StixMaker {
  readonly installationId: string;
  readonly accountId: number;
}

/** The types of the objects that parts are told as. */
export const typesOfParts: Readonly<Record<SharedPart, readonly string[]>> = {
  observable: ['domain-name', 'ipv4-addr', 'ipv6-addr', 'x509-certificate'],
  indicator: ['indicator'],
  observation: ['observed-data'],
  sighting: ['sighting'],
};

/** The identity's date is the same everywhere, and before all that it made. */
export const identityDate = '2026-01-01T00:00:00.000Z';

/** The identity of the installation, by which all else was made. */
export function identityObject({ installationId }: Pick<StixMaker, 'installationId'>): StixObject {
  return {
    type: 'identity',
    spec_version: '2.1',
    id: identityId(installationId),
    created: identityDate,
    modified: identityDate,
    name: 'Sonde',
    description: 'A monitor of DNS traffic.',
    identity_class: 'system',
  };
}

function identityId(installationId: string): string {
  return `identity--${uuidOfName(installationId, 'identity')}`;
}

/** Writes an item as a STIX 2.1 object; undefined if STIX has none for it. */
export function stixObject(item: SharedItem, maker: StixMaker): StixObject | undefined {
  const subject = sharedSubject(item.subject);
  if (subject === undefined) return undefined;
  if (item.part === 'observable') return observable(subject);
  const created = item.openedAt.toISOString();
  const modified = `${item.changedAt.slice(0, 23)}Z`;
  const about = {
    spec_version: '2.1',
    created_by_ref: identityId(maker.installationId),
    created,
    modified: modified > created ? modified : created,
  };
  const id = (type: string, key: string) =>
    `${type}--${uuidOfName(maker.installationId, `${type}|${maker.accountId}|${key}`)}`;
  const first = item.firstSeenAt.toISOString();
  const last = item.lastSeenAt.toISOString();
  const count = Math.min(Math.max(item.count, 1), mostCount);
  const seen = observable(subject);
  switch (item.part) {
    case 'indicator':
      return {
        type: 'indicator',
        ...about,
        id: id('indicator', item.subject),
        name: item.subject,
        description: item.description ?? `${item.types.join(', ')}, told by ${item.sources.join(', ')}`,
        indicator_types: ['malicious-activity'],
        pattern: pattern(subject),
        pattern_type: 'stix',
        pattern_version: '2.1',
        valid_from: first,
        ...(item.endedAt !== null && item.endedAt > item.firstSeenAt
          ? { valid_until: item.endedAt.toISOString() }
          : {}),
        labels: [...item.types, `severity:${item.severity}`],
        ...(item.techniques.length === 0
          ? {}
          : {
              external_references: item.techniques.map((technique) => ({
                source_name: 'mitre-attack',
                external_id: technique,
              })),
            }),
      };
    case 'observation':
      return seen === undefined
        ? undefined
        : {
            type: 'observed-data',
            ...about,
            id: id('observed-data', item.key),
            first_observed: first,
            last_observed: last,
            number_observed: count,
            object_refs: [seen.id],
          };
    case 'sighting':
      return {
        type: 'sighting',
        ...about,
        id: id('sighting', item.key),
        first_seen: first,
        last_seen: last,
        count,
        sighting_of_ref: id('indicator', item.subject),
        ...(seen === undefined ? {} : { observed_data_refs: [id('observed-data', item.key)] }),
        where_sighted_refs: [identityId(maker.installationId)],
      };
  }
}

/** A URL without its scheme is no URL that could be observed. */
function observable(subject: SharedSubject): StixObject | undefined {
  const made = (type: string, identifying: Readonly<Record<string, unknown>>) => ({
    type,
    spec_version: '2.1',
    // Canonical JSON (RFC 8785) of one property.
    id: `${type}--${uuidOfName(observables, JSON.stringify(identifying))}`,
    ...identifying,
  });
  switch (subject.kind) {
    case 'domain':
      return made('domain-name', { value: subject.value });
    case 'address':
      return made(`ipv${subject.family}-addr`, { value: subject.value });
    case 'certificate':
      return made('x509-certificate', { hashes: { [subject.digest]: subject.value } });
    case 'url':
      return undefined;
  }
}

/** STIX 2.1 section 9; backslashes and quotes are escaped. */
function pattern(subject: SharedSubject): string {
  const value = subject.value.replaceAll(/[\\']/g, '\\$&');
  switch (subject.kind) {
    case 'domain':
      return `[domain-name:value = '${value}']`;
    case 'address':
      return `[ipv${subject.family}-addr:value = '${value}']`;
    case 'certificate':
      return `[x509-certificate:hashes.'${subject.digest}' = '${value}']`;
    case 'url':
      return `[url:value = 'http://${value}' OR url:value = 'https://${value}']`;
  }
}
