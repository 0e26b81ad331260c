import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { plainText } from '../facts.ts';
import type { Registrar, RegistrationFacts } from '../registration.ts';
import { timeOf } from '../times.ts';
import { statusIn } from './domain-status.ts';
import { absentWords, limitedWords } from './refusal-words.ts';
import { registrantOf } from './registrant-of.ts';
import { type WhoisEntry, whoisEntries } from './whois-entries.ts';
import { whoisKeys as keys } from './whois-keys.ts';
import { blockOf, firstValue, has, partsOf, type WhoisParts } from './whois-parts.ts';

export type WhoisReading =
  | { readonly facts: RegistrationFacts }
  | { readonly absent: true }
  | { readonly code: 'limited' | 'malformed'; readonly message: string };

/**
 * Reads a registry's answer. Nobody has laid down its form (RFC 3912 section 3), so that only what has one meaning is read, and
 * nothing at all if the answer does not name the domain that was asked for.
 */
export function readWhois(text: string, domain: string): WhoisReading {
  const parts = partsOf(whoisEntries(text), domain);
  if (parts === undefined) {
    // Most registries put what they think of too many questions below every answer, also below this one.
    if (absentWords.test(text)) return { absent: true };
    if (limitedWords.test(text))
      return { code: 'limited', message: 'the server wants to be asked less often' };
    return { code: 'malformed', message: 'the answer does not name the domain' };
  }
  const { isFree, status } = statusIn(parts);
  if (isFree) return { absent: true };
  const first = (wanted: readonly string[]) => firstValue(parts.ofDomain, wanted);
  const nameServers = parts.all.filter(isNameServer).flatMap((entry) => nameServerOf(entry, domain));
  return {
    facts: {
      domain,
      handle: plainText(first(keys.handle)),
      registrar: registrarOf(parts),
      registeredAt: timeOf(first(keys.registered), domain),
      updatedAt: timeOf(lastChange(parts.ofDomain) ?? first(keys.updated), domain),
      expiresAt: timeOf(first(keys.expires), domain),
      status,
      nameServers: nameServers.length === 0 ? null : [...new Set(nameServers)].toSorted().slice(0, 100),
      dnssecSigned: signedOf(parts),
      registrant: registrantOf(parts),
      redacted: [],
    },
  };
}

/** Reads the server that the root of WHOIS refers to for a top-level domain. */
export function readReferral(text: string): string | undefined {
  const entries = whoisEntries(text);
  const told = (entries.find(({ key }) => key === 'whois') ?? entries.find(({ key }) => key === 'refer'))
    ?.value;
  const read = parseDomainInput(told ?? '');
  return 'domain' in read ? read.domain : undefined;
}

function registrarOf(parts: WhoisParts): Registrar | null {
  const { all, own, ofDomain, before } = parts;
  const section = all.filter((entry) => entry.section === 'registrar');
  const told = [...ofDomain, ...all.filter(isOfRegistrar), ...before].find((entry) =>
    has(keys.registrar, entry),
  );
  // Some name a handle, and explain it further down.
  const block = told === undefined || !own.includes(told) ? [] : blockOf(parts, ['registrar'], told.value);
  const organization = ['organization', 'organization name'];
  const name = plainText(
    firstValue(section, organization) ??
      firstValue(block, organization) ??
      told?.value ??
      firstValue(section, ['name']),
  )
    ?.replace(/\s*\[Tag = .*$/i, '')
    .replace(/\s*\( ?https?:[^)]*\)$/i, '');
  if (name === undefined) return null;
  const ianaId = firstValue(all, keys.ianaId) ?? '';
  const among = (wanted: readonly string[], form: RegExp) =>
    plainText(all.find((entry) => has(wanted, entry) && form.test(entry.value))?.value);
  return {
    name,
    ianaId: /^\d{1,7}$/.test(ianaId) ? Number(ianaId) : null,
    abuseEmail: among(keys.abuseEmail, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
    abusePhone: among(keys.abusePhone, /^\+?[\d][\d\s().x-]{4,40}$/i),
  };
}

/** The registrar stands in a section of its own, or begins a block. */
function isOfRegistrar(entry: WhoisEntry): boolean {
  return entry.section === 'registrar' || (entry.section === '' && has(keys.registrar, entry));
}

/** `changed: registrar AT ns.il 19990605 (Assigned)`: the last of such lines has the last change. */
function lastChange(entries: readonly WhoisEntry[]): string | undefined {
  const changes = entries.flatMap(({ key, value }) =>
    key === 'changed' ? (/ (\d{8}) \([A-Za-z ]{1,40}\)$/.exec(value)?.[1] ?? []) : [],
  );
  return changes.at(-1);
}

function isNameServer(entry: WhoisEntry): boolean {
  if (has(keys.nameServer, entry) || entry.key === 'dns') return true;
  if (/^(?:name ?servers?|dns servers?)$/.test(entry.section) && ['hostname', 'name'].includes(entry.key))
    return true;
  return /^(?:(?:name ?server|nserver|ns|dns) ?|ns_name_)\d{1,2}$/.test(entry.key);
}

/** Addresses may stand behind the name. One registry calls the domain itself `DNS`. */
function nameServerOf({ key, value }: WhoisEntry, domain: string): string[] {
  const [name = ''] = value.split(/[\s,]/);
  const stored = name.includes('.') && name.length <= 255 ? storedName(name) : undefined;
  return stored === undefined || (key === 'dns' && stored === domain) ? [] : [stored];
}

function signedOf({ all, own, ofDomain }: WhoisParts): boolean | null {
  const told = firstValue(ofDomain, keys.signed) ?? firstValue(own, ['signed']);
  if (told !== undefined) {
    if (/^(?:unsigned|no?|inactive)\b/i.test(told)) return false;
    if (/^(?:signed|y(?:es)?|active)/i.test(told)) return true;
  }
  const hasKeys = all.some(
    ({ key, section }) =>
      (section === 'keys' && (key === 'keytag' || key === 'flags')) ||
      (key === 'dnskey' && (section === '' || section === 'dnssec')) ||
      key === 'dsrecord',
  );
  return hasKeys ? true : null;
}
