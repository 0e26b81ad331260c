import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import type { WhoisEntry } from './whois-entries.ts';
import { whoisKeys } from './whois-keys.ts';

/** The lines of an answer by what they speak of. */
export interface WhoisParts {
  /** From the domain's own block on. */
  readonly all: readonly WhoisEntry[];
  /** Lines of the block that names the domain. */
  readonly own: readonly WhoisEntry[];
  /** The lines about the domain, and about no contact, registrar or name server. */
  readonly ofDomain: readonly WhoisEntry[];
  /** Lines that stand before the domain, and below no heading: a few registries begin with the registrar. */
  readonly before: readonly WhoisEntry[];
}

/** Sections of contacts, whose lines say nothing of the domain. */
const contactSection =
  /registrant|holder|owner|titular|admin|tech|billing|contact|zone|abuse|reseller|organi[sz]ation/;
const otherSection = /^(?:registrar|nservers|(?:domain )?name ?servers?.*|dns servers?|whois|disclaimer)$/;
/** Keys that begin a block about somebody. */
const contactKeys = new Set([
  'contact',
  'person',
  'personname',
  'role',
  'nic-hdl',
  'nic-hdl-br',
  'organisation',
]);
/** Keys that begin a block about a registrar or about name servers, with days of their own. */
const otherKeys = new Set(['registrar', 'nsset', 'keyset', 'nserver']);

/** Keys that say something of the domain wherever they stand: below `Reseller:` without a value, for one. */
const ofDomainAlone = new Set([
  'domain status',
  'dnssec',
  'domain name commencement date',
  'registry expiry date',
  'expiry date',
  'expiration date',
  'registrar registration expiration date',
]);

/** Splits an answer about `domain` into its parts; undefined if it does not name the domain. */
export function partsOf(entries: readonly WhoisEntry[], domain: string): WhoisParts | undefined {
  const named = entries.find((entry) => isDomain(entry) && names(entry, domain));
  if (named === undefined) return undefined;
  const start = entries.findIndex(({ block }) => block === named.block);
  const all = entries.slice(start);
  const own = all.filter(({ block }) => block === named.block);
  const firstKeys = new Map<number, string>();
  for (const { block, key } of all) if (!firstKeys.has(block)) firstKeys.set(block, key);
  const isOfDomain = ({ block, section, key }: WhoisEntry) => {
    if (ofDomainAlone.has(key)) return true;
    if (contactSection.test(section) || otherSection.test(section)) return false;
    const first = firstKeys.get(block)!;
    return block === named.block || !(contactKeys.has(first) || otherKeys.has(first));
  };
  return {
    all,
    own,
    ofDomain: all.filter(isOfDomain),
    before: entries.slice(0, start).filter(({ section }) => section === ''),
  };
}

/** Finds the entries about the contact that is called `handle` further down. */
export function blockOf(
  { all, own }: WhoisParts,
  keys: readonly string[],
  handle: string,
): readonly WhoisEntry[] {
  const found = all.find(
    (entry) => keys.includes(entry.key) && entry.value === handle && !own.includes(entry),
  );
  return found === undefined ? [] : all.filter(({ block }) => block === found.block);
}

export function has(wanted: readonly string[], { key }: WhoisEntry): boolean {
  return wanted.includes(key);
}

export function firstValue(entries: readonly WhoisEntry[], wanted: readonly string[]): string | undefined {
  return entries.find((entry) => has(wanted, entry))?.value;
}

/** `Domain:` as a heading, and `name: shop.example` below it. */
function isDomain(entry: WhoisEntry): boolean {
  return has(whoisKeys.domain, entry) || (entry.key === 'name' && entry.section === 'domain');
}

function names({ value }: WhoisEntry, domain: string): boolean {
  const read = parseDomainInput(value.split(/\s/)[0] ?? '');
  return 'domain' in read && read.domain === domain;
}
