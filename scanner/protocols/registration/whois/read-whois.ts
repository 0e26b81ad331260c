import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { plainText, statusOf, timeOf } from '../facts.ts';
import type { RegistrationFacts } from '../registration.ts';
import { type WhoisEntry, whoisEntries } from './whois-entries.ts';

export type WhoisReading =
  | { readonly facts: RegistrationFacts }
  | { readonly absent: true }
  | { readonly code: 'limited' | 'malformed'; readonly message: string };

/** Both are held against an answer of any make: nothing in them may run on over lines, or over all that is left at every place. */
const limited =
  /\b(?:query|request|access|rate|connection)s?\s+(?:rate |limit |control ){0,3}(?:limit|quota|exceeded)|quota exceeded|exceeded (?:the|your) .{0,40}(?:limit|quota)|too many (?:requests|queries|connections)|excessive (?:querying|queries)|temporarily (?:blocked|denied)|blacklisted/i;
const absent =
  /^[%#> \t]{0,20}(?:no match(?:es)?\b|not found\b|no data found|no entries found|no object found|domain not found|nothing found|no such domain|object does not exist|the queried object does not exist|no information available about domain|"?[^\s"]+"?:? (?:is free|not found|no match|no entries|is available for (?:registration|purchase)))/im;

const keys = {
  domain: ['domain name', 'domain', 'domainname', 'ドメイン名'],
  handle: ['registry domain id', 'domain id'],
  registrar: ['registrar', 'sponsoring registrar', 'registrar name', 'registrar organization'],
  ianaId: ['registrar iana id'],
  abuseEmail: ['registrar abuse contact email'],
  abusePhone: ['registrar abuse contact phone'],
  registered: [
    'creation date',
    'created',
    'created on',
    'created date',
    'registered on',
    'registration date',
    'registered date',
    'registered',
    'domain created',
    'record created',
    'assigned',
    '登録年月日',
    'registration time',
    'domain registration date',
    'domain name commencement date',
  ],
  updated: [
    'updated date',
    'last updated',
    'last updated on',
    'last modified',
    'last-update',
    'changed',
    'modified',
    'modified date',
    'last modified on',
    'last updated date',
    'update date',
    '最終更新',
  ],
  expires: [
    'registry expiry date',
    'expiry date',
    'expiration date',
    'expires',
    'expires on',
    'expire',
    'expire date',
    'expiration time',
    'paid-till',
    'expiry',
    'renewal date',
    'expires at',
    'validity',
    'valid until',
    'domain expiration date',
    '有効期限',
    'registrar registration expiration date',
  ],
  status: ['domain status', 'status', 'eppstatus', 'state', '状態'],
  nameServer: [
    'name server',
    'name servers',
    'nserver',
    'nameserver',
    'nameservers',
    'host name',
    'domain nameservers',
    'domain name servers',
    'domain servers in listed order',
    'name server information',
    'dns',
    'ネームサーバ',
  ],
  signed: ['dnssec'],
  organization: ['registrant organization', 'registrant organisation'],
  country: ['registrant country', 'registrant country/economy'],
} as const;

/**
 * Reads a registry's answer. Nobody has laid down its form (RFC 3912 section 3), so that only what has one meaning is read, and
 * nothing at all where the answer does not name the domain that was asked for.
 */
export function readWhois(text: string, domain: string): WhoisReading {
  const entries = whoisEntries(text);
  const start = entries.findIndex((entry) => isDomain(entry) && names(entry, domain));
  if (start === -1) {
    // Most registries put what they think of too many questions below every answer, also below this one.
    if (absent.test(text)) return { absent: true };
    if (limited.test(text)) return { code: 'limited', message: 'the server wants to be asked less often' };
    return { code: 'malformed', message: 'the answer does not name the domain' };
  }
  const own = entries.slice(start);
  const first = (wanted: readonly string[]) => own.find((entry) => has(wanted, entry))?.value;
  const status = own.filter(isStatus).flatMap(({ value }) => statusWords(value));
  if (status.some((one) => /^(?:free|available|not registered|no object found)\b/i.test(one)))
    return { absent: true };
  const nameServers = own.filter(isNameServer).flatMap(nameServerOf);
  const registrar =
    plainText(first(keys.registrar) ?? registrarBelow(own))?.replace(/\s*\[Tag = .*$/i, '') ?? null;
  const ianaId = first(keys.ianaId) ?? '';
  const organization = plainText(first(keys.organization));
  const country = plainText(first(keys.country));
  return {
    facts: {
      domain,
      handle: plainText(first(keys.handle)),
      registrar:
        registrar === null
          ? null
          : {
              name: registrar,
              ianaId: /^\d{1,7}$/.test(ianaId) ? Number(ianaId) : null,
              abuseEmail: plainText(first(keys.abuseEmail)),
              abusePhone: plainText(first(keys.abusePhone)),
            },
      registeredAt: timeOf(first(keys.registered), domain),
      updatedAt: timeOf(first(keys.updated), domain),
      expiresAt: timeOf(first(keys.expires), domain),
      status: [...new Set(status.flatMap((one) => statusOf(one) ?? []))].slice(0, 50),
      nameServers: nameServers.length === 0 ? null : [...new Set(nameServers)].toSorted().slice(0, 100),
      dnssecSigned: signedOf(first(keys.signed)),
      registrant: organization === null && country === null ? null : { organization, country },
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

/** Sections of contacts, whose lines say nothing of the domain. */
const contactSection = /registrant|holder|owner|admin|tech|billing|contact|zone-c|organi[sz]ation/;
/** `state` is the domain's in some answers and a contact's in others. */
const stateWords =
  /^(?:(?:not )?(?:registered|delegated|verified|active|ok|expired)|unverified|inactive|hold)\b/i;

/** `Domain:` as a heading, and `name: shop.example` below it. */
function isDomain(entry: WhoisEntry): boolean {
  return has(keys.domain, entry) || (entry.key === 'name' && entry.section === 'domain');
}

function isStatus(entry: WhoisEntry): boolean {
  if (!has(keys.status, entry) || contactSection.test(entry.section)) return false;
  return entry.key !== 'state' || stateWords.test(entry.value);
}

/** `REGISTERED, DELEGATED`, and `ok (paid and in zone)`: remarks behind a status are none. */
function statusWords(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.replace(/\s*(?:--|\(|#|;|\s-\s|https?:).*$/, '').trim())
    .filter((one) => one !== '' && !/^not available$/i.test(one));
}

function isNameServer(entry: WhoisEntry): boolean {
  return has(keys.nameServer, entry) || /^(?:name ?server|nserver|ns|dns) ?\d{1,2}$/.test(entry.key);
}

/** The registrar's name in a section of its own. */
function registrarBelow(entries: readonly WhoisEntry[]): string | undefined {
  const below = entries.filter(({ section }) => section === 'registrar');
  return (below.find(({ key }) => key === 'organization') ?? below.find(({ key }) => key === 'name'))?.value;
}

function has(wanted: readonly string[], { key }: WhoisEntry): boolean {
  return wanted.includes(key);
}

function names({ value }: WhoisEntry, domain: string): boolean {
  const read = parseDomainInput(value.split(/\s/)[0] ?? '');
  return 'domain' in read && read.domain === domain;
}

/** Addresses may stand behind the name. */
function nameServerOf({ value }: WhoisEntry): string[] {
  const [name = ''] = value.split(/[\s,]/);
  const stored = name.includes('.') && name.length <= 255 ? storedName(name) : undefined;
  return stored === undefined ? [] : [stored];
}

function signedOf(text: string | undefined): boolean | null {
  if (text === undefined) return null;
  if (/^(?:unsigned|no|inactive)\b/i.test(text)) return false;
  return /^(?:signed|yes|active)/i.test(text) ? true : null;
}
