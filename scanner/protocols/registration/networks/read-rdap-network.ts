import type { NetworkFacts } from '../../../ports/network-registration.ts';
import { plainText } from '../facts.ts';
import { type JsonObject, listOf, objectOf, objectsOf } from '../rdap/json-parts.ts';
import { type Card, readCard } from '../rdap/read-card.ts';
import { redactedOf } from '../rdap/read-rdap-domain.ts';
import { timeOf } from '../times.ts';
import { isWithin, rangeOf } from './address-range.ts';
import { geofeedInRemark, geofeedUrl } from './geofeed-url.ts';

/** Entities stand within each other: a registry's customer, his organisation, its abuse desk. */
const deepest = 4;
const mostRemarks = 5;
/** Lines of a remark that are looked at. */
const mostLines = 100;

interface Contact {
  readonly roles: readonly unknown[];
  readonly card: Card;
}

/** Reads an IP network object (RFC 9083 section 5.4) about an address; undefined for anything else. */
export function readRdapNetwork(answer: unknown, address: string): NetworkFacts | undefined {
  const object = objectOf(answer);
  if (object === undefined || object.objectClassName !== 'ip network') return undefined;
  const { startAddress, endAddress } = object;
  if (typeof startAddress !== 'string' || typeof endAddress !== 'string') return undefined;
  const range = rangeOf(startAddress, endAddress);
  if (range === undefined || !isWithin(address, range.first, range.last)) return undefined;
  const contacts = contactsOf(object, deepest);
  const withRole = (role: string) => contacts.find(({ roles }) => roles.includes(role))?.card;
  const registrant = withRole('registrant');
  const country = plainText(object.country) ?? registrant?.country ?? null;
  const event = (action: string) =>
    timeOf(objectsOf(object.events).find(({ eventAction }) => eventAction === action)?.eventDate);
  return {
    ...range,
    handle: plainText(object.handle),
    name: plainText(object.name),
    description: descriptionOf(object),
    organization: registrant?.organization ?? registrant?.name ?? null,
    country: country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    abuseContact:
      contacts.find(({ roles, card }) => roles.includes('abuse') && isMail(card.email))?.card.email ?? null,
    geofeed: geofeedIn(object),
    registeredAt: event('registration'),
    updatedAt: event('last changed'),
    status: listOf(object.status).flatMap((one) => plainText(one) ?? []),
    redacted: redactedOf(object),
  };
}

function contactsOf(object: JsonObject, depth: number): Contact[] {
  if (depth === 0) return [];
  return objectsOf(object.entities).flatMap((entity) => [
    { roles: listOf(entity.roles), card: readCard(entity.vcardArray) },
    ...contactsOf(entity, depth - 1),
  ]);
}

/** By a link of its own (RFC 9877 section 2), else by a remark. */
function geofeedIn({ links, remarks }: JsonObject): string | null {
  const link = objectsOf(links).find(({ rel }) => rel === 'geo');
  if (link !== undefined) return geofeedUrl(link.href);
  for (const { description } of objectsOf(remarks)) {
    for (const line of listOf(description).slice(0, mostLines)) {
      const found = geofeedInRemark(line);
      if (found !== null) return found;
    }
  }
  return null;
}

/** What the registry has in `descr` comes as a remark without a title, or with that one. */
function descriptionOf({ remarks }: JsonObject): string | null {
  const remark = objectsOf(remarks).find(
    ({ title, type }) => (title === undefined || title === 'description') && type === undefined,
  );
  const lines = listOf(remark?.description)
    .slice(0, mostRemarks)
    .filter((line) => typeof line === 'string');
  return plainText(lines.join(' '));
}

function isMail(text: string | null): text is string {
  return text !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
