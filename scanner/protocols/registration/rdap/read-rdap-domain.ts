import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { plainText, statusOf } from '../facts.ts';
import type { Registrant, Registrar, RegistrationFacts } from '../registration.ts';
import { timeOf } from '../times.ts';
import { type JsonObject, listOf, objectOf, objectsOf } from './json-parts.ts';
import { type Card, readCard } from './read-card.ts';

/**
 * Reads a domain object (RFC 9083 section 5.3). It has to be about the domain that was asked for: undefined otherwise. Fields
 * of other forms than the standard's are as if they were not there.
 */
export function readRdapDomain(answer: unknown, domain: string): RegistrationFacts | undefined {
  const object = objectOf(answer);
  if (object === undefined || object.objectClassName !== 'domain' || !isAbout(object, domain))
    return undefined;
  const entities = objectsOf(object.entities);
  const withRole = (role: string) => entities.find(({ roles }) => listOf(roles).includes(role));
  const secure = objectOf(object.secureDNS);
  return {
    domain,
    handle: plainText(object.handle),
    registrar: registrarOf(withRole('registrar')),
    registeredAt: eventOf(object, 'registration'),
    updatedAt: eventOf(object, 'last changed'),
    expiresAt: eventOf(object, 'expiration'),
    status: [...new Set(listOf(object.status).flatMap((one) => statusOf(one) ?? []))],
    nameServers: Array.isArray(object.nameservers) ? nameServersOf(object) : null,
    dnssecSigned: typeof secure?.delegationSigned === 'boolean' ? secure.delegationSigned : null,
    registrant: registrantOf(withRole('registrant')),
    redacted: redactedOf(object),
  };
}

function isAbout({ ldhName, unicodeName }: JsonObject, domain: string): boolean {
  return [ldhName, unicodeName].some((name) => {
    if (typeof name !== 'string' || name.length > 1_020) return false;
    const read = parseDomainInput(name);
    return 'domain' in read && read.domain === domain;
  });
}

/** RFC 9083 section 4.5. */
function eventOf({ events }: JsonObject, action: string): string | null {
  const found = objectsOf(events).find(({ eventAction }) => eventAction === action);
  return timeOf(found?.eventDate);
}

function registrarOf(entity: JsonObject | undefined): Registrar | null {
  if (entity === undefined) return null;
  const card = readCard(entity.vcardArray);
  const abuse = abuseOf(entity);
  const id = objectsOf(entity.publicIds).find(({ type }) => type === 'IANA Registrar ID')?.identifier;
  return {
    name: card.name ?? card.organization ?? plainText(entity.handle),
    ianaId: /^\d{1,7}$/.test(String(id)) ? Number(id) : null,
    abuseEmail: abuse?.email ?? null,
    abusePhone: abuse?.phone ?? null,
  };
}

function abuseOf(registrar: JsonObject): Card | undefined {
  const entity = objectsOf(registrar.entities).find(({ roles }) => listOf(roles).includes('abuse'));
  return entity && readCard(entity.vcardArray);
}

function registrantOf(entity: JsonObject | undefined): Registrant | null {
  if (entity === undefined) return null;
  const { organization, country } = readCard(entity.vcardArray);
  return organization === null && country === null ? null : { organization, country };
}

function nameServersOf({ nameservers }: JsonObject): string[] {
  const names = objectsOf(nameservers).flatMap(({ ldhName }) =>
    typeof ldhName === 'string' && ldhName.length <= 255 ? (storedName(ldhName) ?? []) : [],
  );
  return [...new Set(names)].toSorted();
}

/** Lists the redacted fields by RFC 9537 section 4.2: each has a name, registered or of the server's own. */
export function redactedOf({ redacted }: JsonObject): string[] {
  return objectsOf(redacted).flatMap(({ name }) => {
    const { description, type } = objectOf(name) ?? {};
    return plainText(type) ?? plainText(description) ?? [];
  });
}
