import { plainText } from '../facts.ts';
import type { Registrant } from '../registration.ts';
import type { WhoisEntry } from './whois-entries.ts';
import { whoisKeys } from './whois-keys.ts';
import { blockOf, firstValue, type WhoisParts } from './whois-parts.ts';

const registrantSection =
  /^(?:domain )?(?:registrant|holder|owner|titular)(?: contacts?)?(?:\(s\))?(?: information)?$|^organization using domain name$/;
const organizationKeys = ['organization', 'organisation', 'organization name', 'org', 'organization-loc'];
const countryKeys = ['country', 'country code', 'country / region', 'country-loc'];
/** Brazil's number of a company; a person's has no slash. */
const companyNumber = /^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/;

/**
 * Reads the registrant of a domain, as far as it is an organization: by lines of their own, in a section, in the
 * domain's block, or by a handle that a later block explains. A name that may be a person's is left out.
 */
export function registrantOf(parts: WhoisParts): Registrant | null {
  const { all, own } = parts;
  const section = all.filter((entry) => registrantSection.test(entry.section));
  const handle = firstValue(own, ['registrant', 'holder-c']);
  const block = handle === undefined ? [] : blockOf(parts, ['nic-hdl', 'contact'], handle);
  const organization =
    firstValue(all, whoisKeys.organization) ??
    all.find(({ key }) => key.startsWith('company english name'))?.value ??
    organizationIn(section) ??
    organizationIn(block) ??
    ownOrganization(own);
  const country =
    firstValue(all, whoisKeys.country) ??
    firstValue(section, countryKeys) ??
    firstValue(block, countryKeys) ??
    (firstValue(own, ['owner']) === undefined ? undefined : firstValue(own, ['country']));
  const found = { organization: plainText(organization), country: plainText(country) };
  return found.organization === null && found.country === null ? null : found;
}

function organizationIn(entries: readonly WhoisEntry[]): string | undefined {
  const told = entries.find(
    ({ key, value }) => organizationKeys.includes(key) && plainText(value) !== null,
  )?.value;
  if (told !== undefined) return told;
  const type = firstValue(entries, ['type']);
  if (/^legal person$/i.test(type ?? '') || firstValue(entries, ['org id']) !== undefined)
    return firstValue(entries, ['name']);
  return /^organi[sz]ation$/i.test(type ?? '') ? firstValue(entries, ['contact']) : undefined;
}

function ownOrganization(own: readonly WhoisEntry[]): string | undefined {
  if (companyNumber.test(firstValue(own, ['ownerid']) ?? '')) return firstValue(own, ['owner']);
  return own.find(
    ({ key, section }) =>
      (key === 'org' || key === 'organization') && (section === '' || section === 'domain information'),
  )?.value;
}
