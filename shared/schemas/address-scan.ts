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
    source: z.string().describe('The dataset that provides this.'),
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
      'Whether the address is a relay for the customers of its maker, such as iCloud Private Relay. ' +
        'Such a relay is neither a VPN nor Tor.',
    ),
    is_anycast: flag,
  })
  .meta({ id: 'AddressNetwork' });

export const rpkiStatuses = ['valid', 'invalid', 'not-found'] as const;

export const bgpSchema = z
  .object({
    prefix: text,
    origin_asn: z.int().nullable(),
    origins: z.array(z.int()).describe('All autonomous systems that announce the prefix.'),
    asn_name: text,
    asn_country: text,
    is_announced: flag,
    path: z.array(z.int()).nullable().describe('Always null: no dataset of this installation has AS paths.'),
    rpki_status: z
      .enum(rpkiStatuses)
      .nullable()
      .describe('Validation state (RFC 6811) of the route that `origin_asn` announces.'),
    rpki_payloads: z
      .array(z.object({ prefix: z.string(), max_length: z.int(), asn: z.int() }))
      .nullable()
      .describe('The validated ROA payloads that cover the route. The most specific one comes first.'),
  })
  .meta({ id: 'AddressBgp' });

export const evidenceSchema = z
  .object({
    source: z.string(),
    kind: z
      .enum(['feed', 'blacklist', 'report', 'sighting', 'provider'])
      .describe(
        '`sighting` means that the detection of this installation saw the address. Times of sightings ' +
          'are precise to the day.',
      ),
    about: z.string().describe('The address itself, or the listed network around it.'),
    reason: text,
    seen_at: timestampSchema.nullable(),
    age_days: z.number().nullable(),
    points: z.int().describe('The score that this item alone would give, 0 to 100.'),
    counted: z
      .boolean()
      .describe(
        'False if another item of the same group weighs more. Items of one group are not independent, ' +
          'so only one of them counts.',
      ),
  })
  .meta({ id: 'AbuseEvidence' });

export const listingSchema = z.object({
  listed: flag.describe('Null if the list refused to answer or gave an answer that cannot be trusted.'),
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
    threat_categories: z
      .array(z.int())
      .describe('Categories of the abuse: 3 is fraud, 4 is DDoS, 9 is hacking, 10 is spam, 11 is malware.'),
    blacklists: z
      .object({
        hit_count: z
          .int()
          .nullable()
          .describe(
            'Number of lists that contain the address; null if no list gave an answer that can be trusted.',
          ),
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
      .describe(
        'Whether the address is private, reserved or for documentation. Such an address is not looked ' +
          'up over the network.',
      ),
    special_purpose: text,
    cached: z.boolean(),
    geolocation: placeSchema.nullable(),
    geolocations: z
      .array(placeSchema)
      .nullable()
      .describe('The location by each source. Only with `advanced`.'),
    network: networkSchema,
    bgp: bgpSchema.nullable(),
    allocation: z
      .object({ registry: z.string(), country: text, date: text, status: text, prefix: z.string() })
      .nullable()
      .describe(
        'Allocation of the address by the statistics of the registries. The country is that of the holder.',
      ),
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
        confirmed: z
          .array(z.string())
          .describe('Names whose own address records point back to this address.'),
      })
      .nullable(),
    data_sources: z.array(z.string()),
    would_fill: z
      .record(z.string(), z.array(z.string()))
      .describe('Fields that are null because no dataset is loaded, with the datasets that would fill them.'),
    errors: z.array(scanErrorSchema),
  })
  .meta({ id: 'AddressScan' });

export type AddressScanAnswer = z.infer<typeof addressScanSchema>;
