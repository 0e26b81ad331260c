import { z } from 'zod';
import { scanErrorSchema } from './domain-scan.ts';
import { timestampSchema } from './timestamp.ts';

const text = z.string().nullable();
const flag = z.boolean().nullable();

export const placeSchema = z
  .object({
    country: text.describe('Two letters (ISO 3166-1).'),
    region: text,
    city: text,
    postal_code: text,
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    timezone: text,
    source: z.string().describe('The dataset that says so.'),
  })
  .meta({ id: 'Geolocation' });

export const networkSchema = z
  .object({
    asn: z.int().nullable(),
    asn_name: text,
    organization: text,
    isp: text,
    hostname: text,
    is_vpn: flag,
    is_proxy: flag,
    is_tor: flag,
    is_hosting: flag,
    is_relay: flag.describe(
      'A relay of its maker’s customers, such as iCloud Private Relay: neither a VPN nor Tor.',
    ),
    is_anycast: flag,
  })
  .meta({ id: 'AddressNetwork' });

export const rpkiStatuses = ['valid', 'invalid', 'not-found'] as const;

export const bgpSchema = z
  .object({
    prefix: text,
    origin_asn: z.int().nullable(),
    origins: z.array(z.int()).describe('All systems that announce the prefix.'),
    asn_name: text,
    asn_country: text,
    is_announced: flag,
    path: z.array(z.int()).nullable().describe('Null: no dataset of this installation has paths.'),
    rpki_status: z.enum(rpkiStatuses).nullable().describe('RFC 6811, of the route by `origin_asn`.'),
    rpki_payloads: z
      .array(z.object({ prefix: z.string(), max_length: z.int(), asn: z.int() }))
      .nullable()
      .describe('The payloads that cover the route, the narrowest first.'),
  })
  .meta({ id: 'AddressBgp' });

export const evidenceSchema = z
  .object({
    source: z.string(),
    kind: z
      .enum(['feed', 'blacklist', 'report', 'sighting', 'provider'])
      .describe('`sighting`: detection of this installation saw it, and when is told to the day.'),
    about: z.string().describe('The address, or the network that is listed.'),
    reason: text,
    seen_at: timestampSchema.nullable(),
    age_days: z.number().nullable(),
    points: z.int().describe('What the score would be by this alone, 0 to 100.'),
    counted: z.boolean().describe('False if others of its group, which are not independent of it, say more.'),
  })
  .meta({ id: 'AbuseEvidence' });

export const listingSchema = z.object({
  listed: flag.describe('Null if the list refused to answer, or could not be believed.'),
  status: z.enum(['listed', 'clean', 'refused', 'unknown']),
  codes: z.array(z.string()),
  kind: z.enum(['mail', 'abuse', 'policy']),
});

export const addressReputationSchema = z
  .object({
    abuse_confidence: z.int().min(0).max(100),
    total_reports: z.int().describe('Reports by accounts of this installation.'),
    num_distinct_users: z.int(),
    last_reported_at: timestampSchema.nullable(),
    is_whitelisted: z.boolean(),
    usage_type: text,
    isp: text,
    domain: text,
    threat_categories: z.array(z.int()).describe('3 fraud, 4 DDoS, 9 hacking, 10 spam, 11 malware.'),
    blacklists: z
      .object({
        hit_count: z.int().nullable().describe('Null if no list said: none could be asked and believed.'),
        listed_in: z.array(z.string()),
        details: z.record(z.string(), listingSchema),
      })
      .nullable(),
    evidence: z.array(evidenceSchema),
  })
  .meta({ id: 'AddressReputation' });

export const addressScanSchema = z
  .object({
    ip: z.string(),
    scan_timestamp: timestampSchema,
    scan_duration_ms: z.int(),
    ip_version: z.int(),
    is_private: z
      .boolean()
      .describe('Private, reserved or documentation: nothing was asked over the network.'),
    special_purpose: text,
    cached: z.boolean(),
    geolocation: placeSchema.nullable(),
    geolocations: z.array(placeSchema).nullable().describe('What each source says, with `advanced`.'),
    network: networkSchema,
    bgp: bgpSchema.nullable(),
    allocation: z
      .object({ registry: z.string(), country: text, date: text, status: text, prefix: z.string() })
      .nullable()
      .describe("By the registries' statistics; the country is the holder's."),
    reputation: addressReputationSchema,
    whois: z
      .object({
        net_name: text,
        description: text,
        country: text,
        net_range: z.string(),
        abuse_contact: text,
        organization: text,
        registered_at: text,
        updated_at: text,
        source: z.enum(['rdap', 'whois']),
        server: z.string(),
        redacted: z.array(z.string()),
      })
      .nullable(),
    reverse_dns: z
      .object({
        has_ptr: z.boolean(),
        ptr_record: text,
        ptr_records: z.array(z.string()),
        confirmed: z.array(z.string()).describe('Names whose own addresses lead back here.'),
      })
      .nullable(),
    data_sources: z.array(z.string()),
    would_fill: z
      .record(z.string(), z.array(z.string()))
      .describe('Fields that are null because no dataset is loaded, and the datasets that would fill them.'),
    errors: z.array(scanErrorSchema),
  })
  .meta({ id: 'AddressScan' });

export type AddressScanAnswer = z.infer<typeof addressScanSchema>;
