import type { ScanPorts } from '../../../ports/scanner.ts';
import type { RegistrationFacts } from '../registration.ts';
import { askRdap, type RdapAnswer } from './ask-rdap.ts';
import { objectOf, objectsOf } from './json-parts.ts';
import { readRdapDomain } from './read-rdap-domain.ts';

interface RegistryWord {
  readonly facts: RegistrationFacts;
  /** Where the registrar's own answer is. */
  readonly related: string | undefined;
}

/**
 * Asks a registry for a domain, and then the registrar that the registry refers to (RFC 9083 section 4.2, `related`): thin
 * registries know nobody but the registrar. The registry's word counts; the registrar fills what it leaves open. Never rejects.
 */
export async function askRdapDomain(
  base: string,
  domain: string,
  ports: Pick<ScanPorts, 'clock' | 'fetch' | 'signal'>,
): Promise<RdapAnswer<RegistrationFacts>> {
  const url = `${base}domain/${domain}`;
  const answer = await askRdap<RegistryWord>(url, (object) => wordOf(object, domain), ports);
  if (!('facts' in answer)) return answer;
  const { facts, related } = answer.facts;
  // A registry that hides its registrants says so; asking on would find the same.
  if (related === undefined || related === url || facts.registrant !== null) return { facts };
  const more = await askRdap(related, (object) => readRdapDomain(object, domain), ports);
  return { facts: 'facts' in more ? joined(facts, more.facts) : facts };
}

function wordOf(object: unknown, domain: string): RegistryWord | undefined {
  const facts = readRdapDomain(object, domain);
  return facts && { facts, related: relatedOf(object) };
}

function relatedOf(object: unknown): string | undefined {
  const found = objectsOf(objectOf(object)?.links).find(
    ({ rel, type, href }) =>
      rel === 'related' &&
      typeof href === 'string' &&
      (type === undefined || /rdap\+json/.test(String(type))),
  );
  const url = typeof found?.href === 'string' && found.href.length <= 500 ? URL.parse(found.href) : null;
  return url?.protocol === 'https:' && url.username === '' ? url.href : undefined;
}

function joined(registry: RegistrationFacts, registrar: RegistrationFacts): RegistrationFacts {
  const own = registry.registrar;
  const other = registrar.registrar;
  return {
    ...registry,
    handle: registry.handle ?? registrar.handle,
    registeredAt: registry.registeredAt ?? registrar.registeredAt,
    updatedAt: registry.updatedAt ?? registrar.updatedAt,
    expiresAt: registry.expiresAt ?? registrar.expiresAt,
    nameServers: registry.nameServers ?? registrar.nameServers,
    dnssecSigned: registry.dnssecSigned ?? registrar.dnssecSigned,
    registrar:
      own === null
        ? other
        : {
            ...own,
            abuseEmail: own.abuseEmail ?? other?.abuseEmail ?? null,
            abusePhone: own.abusePhone ?? other?.abusePhone ?? null,
          },
    registrant: registrar.registrant,
    redacted: [...new Set([...registry.redacted, ...registrar.redacted])],
  };
}
