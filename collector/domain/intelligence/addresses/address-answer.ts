import type { ListEntry } from '@sonde/scanner/addresses/address-lists.ts';
import type { ProviderVerdict } from '@sonde/scanner/addresses/providers/provider.ts';
import type { ReverseNames } from '@sonde/scanner/addresses/reverse-names.ts';
import type {
  AddressFacts,
  CoveringPayload,
  Mark,
  Place,
} from '@sonde/scanner/datasets/facts/address-facts.ts';
import type { NetworkRegistration } from '@sonde/scanner/ports/network-registration.ts';
import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import { getDomain } from 'tldts';
import type { AddressReport } from '../../../ports/addresses/address-reports.ts';
import type { Judgement } from './judge-address.ts';

const dayMilliseconds = 86_400_000;

export function presentPlace(place: Place): NonNullable<AddressScanAnswer['geolocation']> {
  const { country, region, city, postalCode, latitude, longitude, timezone, source } = place;
  return {
    country,
    region,
    city,
    postal_code: postalCode,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    timezone,
    source,
  };
}

export function presentNetwork(
  facts: AddressFacts,
  registration?: NetworkRegistration | null,
  reverse?: ReverseNames | null,
): AddressScanAnswer['network'] {
  const { system } = facts;
  return {
    asn: system?.asn ?? null,
    asn_name: system?.name ?? null,
    organization: registration?.organization ?? registration?.description ?? null,
    isp: ispOf(facts),
    hostname: reverse?.confirmed[0] ?? reverse?.names?.[0] ?? null,
    is_vpn: marked(facts.vpn),
    // No dataset of proxies may be used by anybody.
    is_proxy: null,
    is_tor: marked(facts.tor),
    is_hosting: marked(facts.hosting),
    is_relay: marked(facts.relay),
    is_anycast: marked(facts.anycast),
  };
}

export function presentBgp(
  { route, isAnnounced, system, validity }: AddressFacts,
  covering: readonly CoveringPayload[] | null,
): NonNullable<AddressScanAnswer['bgp']> {
  return {
    prefix: route?.prefix ?? null,
    origin_asn: route?.origins[0] ?? null,
    origins: [...(route?.origins ?? [])],
    asn_name: system?.name ?? null,
    asn_country: system?.country ?? null,
    is_announced: isAnnounced,
    path: null,
    rpki_status:
      validity === null
        ? null
        : validity === 'not_found'
          ? 'not-found'
          : validity.startsWith('invalid')
            ? 'invalid'
            : 'valid',
    rpki_payloads:
      covering === null
        ? null
        : covering.map(({ prefix, maxLength, asn }) => ({ prefix, max_length: maxLength, asn })),
  };
}

export function presentReputation(
  { score, isWhitelisted, categories }: Judgement,
  {
    facts,
    lists,
    verdicts,
    reports,
    reverse,
    now,
  }: {
    facts: AddressFacts;
    lists: readonly ListEntry[] | null;
    verdicts: readonly ProviderVerdict[] | null;
    reports: readonly AddressReport[];
    reverse: ReverseNames | null;
    now: number;
  },
): AddressScanAnswer['reputation'] {
  const [confirmed] = reverse?.confirmed ?? [];
  const said = (of: (verdict: ProviderVerdict) => string | null) =>
    verdicts?.map(of).find((text) => text !== null) ?? null;
  return {
    abuse_confidence: score.confidence,
    total_reports: reports.length,
    num_distinct_users: new Set(reports.map(({ accountId }) => accountId)).size,
    last_reported_at: reports[0]?.at.toISOString() ?? null,
    is_whitelisted: isWhitelisted,
    usage_type: usageOf(facts) ?? said((verdict) => verdict.usageType),
    isp: ispOf(facts) ?? said((verdict) => verdict.isp),
    domain: confirmed === undefined ? said((verdict) => verdict.domain) : getDomain(confirmed),
    threat_categories: [...categories],
    blacklists: lists === null ? null : presentListings(lists),
    evidence: score.evidence.map(({ source, kind, about, reason, seenAt, points, counted }) => ({
      source,
      kind,
      about,
      reason,
      seen_at: seenAt === null ? null : new Date(seenAt).toISOString(),
      age_days:
        seenAt === null ? null : Math.max(0, Math.round(((now - seenAt) / dayMilliseconds) * 10) / 10),
      points,
      counted,
    })),
  };
}

export function presentRegistration(
  registration: NetworkRegistration,
): NonNullable<AddressScanAnswer['whois']> {
  const { name, description, country, first, last, abuseContact, organization, source, server } =
    registration;
  return {
    net_name: name,
    description,
    country,
    net_range: `${first} - ${last}`,
    abuse_contact: abuseContact,
    organization,
    registered_at: registration.registeredAt,
    updated_at: registration.updatedAt,
    source,
    server,
    redacted: [...registration.redacted],
  };
}

function presentListings(
  lists: readonly ListEntry[],
): NonNullable<AddressScanAnswer['reputation']['blacklists']> {
  const listings = lists.map((entry) => [entry.zone, presentListing(entry)] as const);
  const listed = listings.filter(([, listing]) => listing.listed === true).map(([zone]) => zone);
  return {
    hit_count: listings.every(([, listing]) => listing.listed === null) ? null : listed.length,
    listed_in: listed,
    details: Object.fromEntries(listings),
  };
}

/** A list that refuses, or cannot be believed, says nothing. */
function presentListing({ kind, answer }: ListEntry) {
  const { status } = answer;
  return {
    listed: status === 'listed' ? true : status === 'clean' ? false : null,
    status,
    codes: status === 'listed' ? [...answer.codes] : [],
    kind,
  };
}

function usageOf({ hosting, relay, tor }: AddressFacts): string | null {
  if (typeof tor === 'string') return 'tor_exit';
  if (typeof relay === 'string') return 'relay';
  return typeof hosting === 'string' ? 'hosting' : null;
}

/** The name for people, of a name such as `EXAMPLE-NET - Example, Inc.`. */
function ispOf({ system }: AddressFacts): string | null {
  const name = system?.name ?? null;
  return name?.replace(/^\S+ - (?=\S)/, '') ?? null;
}

/** Gives a mark as a boolean; null if no dataset would tell. */
export function marked(mark: Mark): boolean | null {
  return mark === null ? null : mark !== false;
}
