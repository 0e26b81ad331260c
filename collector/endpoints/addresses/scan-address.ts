import { addressProviders } from '@sonde/scanner/addresses/providers/address-providers.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { addressScanSchema } from '@sonde/shared/schemas/address-scan.ts';
import { z } from 'zod';
import {
  type ScanAddressPorts,
  scanAddress as scan,
} from '../../domain/intelligence/addresses/scan-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { addressParams } from './address-parameters.ts';

const optionsSchema = z.strictObject({
  geo: z.array(z.string().min(1).max(64)).max(32).optional(),
  security: z.array(z.string().min(1).max(64)).max(32).optional(),
  advanced: z.array(z.string().min(1).max(64)).max(32).optional(),
});

/** Names of what an expert may choose, and what they stand for here. */
const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries(addressProviders.map(({ id }) => [id, id])),
  geolocation: 'geolocation',
  geo: 'geolocation',
  blacklists: 'blacklists',
  dnsbl: 'blacklists',
  whois: 'whois',
  rdap: 'whois',
  registration: 'whois',
  reverse_dns: 'reverse_dns',
  ptr: 'reverse_dns',
  bgp: 'bgp',
  rpki: 'bgp',
};

export const scanAddress = defineEndpoint({
  method: 'GET',
  path: '/api/ip/{ip}/scan',
  summary: 'Scan an IP address',
  description:
    'Returns the location, route, owner, names, listings and abuse score of an address, with the ' +
    'evidence. Datasets, feeds and reports are local. Names, lists and registries are queried ' +
    'over the network; if one fails, `errors` names it. Private, reserved and documentation ' +
    'addresses are never looked up. Recent results come from the cache unless `force_refresh` is ' +
    'set. `full_scan=false` leaves out BGP, registration and lists. `expert` checks only what ' +
    '`options` name: `geolocation`, `blacklists`, `whois`, `reverse_dns`, `bgp`, `abuseipdb`, ' +
    '`greynoise`, `crowdsec`. A field is null if its dataset is not loaded; `would_fill` names ' +
    'the datasets that would fill it.',
  family: 'Addresses',
  access: 'public',
  cost: 5,
  params: addressParams,
  query: z.object({
    force_refresh: z.boolean().default(false),
    full_scan: z.boolean().default(true),
    advanced: z
      .boolean()
      .default(false)
      .describe(
        'Whether to return the location by each source, and the answers of providers for which the ' +
          'operator has keys.',
      ),
    expert: z.boolean().default(false),
    options: z
      .string()
      .max(4_096)
      .optional()
      .describe('JSON with `geo`, `security` and `advanced`, each an array of source names.'),
  }),
  response: addressScanSchema,
  async run({ params, query, signal }, ports: ScanAddressPorts) {
    const chosen = query.expert ? chosenSources(query.options, ports.addressProviders.ids) : undefined;
    const answer = await scan(
      {
        ip: params.ip,
        refresh: query.force_refresh,
        full: query.full_scan,
        advanced: query.advanced,
        ...(chosen === undefined ? {} : { only: chosen.only }),
      },
      ports,
      signal,
    );
    return chosen === undefined ? answer : { ...answer, errors: [...answer.errors, ...chosen.errors] };
  },
});

function chosenSources(text: string | undefined, providers: readonly string[]) {
  const read = optionsSchema.safeParse(parsed(text ?? '{}'));
  if (!read.success)
    throw new InvalidInput(
      'options',
      '"options" must be JSON such as {"security":["blacklists"],"geo":["geolocation"]}.',
    );
  const names = Object.values(read.data).flat();
  const known = names.flatMap((name) => sources[name.toLowerCase()] ?? []);
  const isThere = (name: string) => {
    const source = sources[name.toLowerCase()];
    return source !== undefined && (providers.includes(source) || !isProvider(source));
  };
  const errors = names
    .filter((name) => !isThere(name))
    .map((source) => ({
      source,
      code: 'unsupported',
      message: `There is no source "${source}" in this installation.`,
    }));
  return { only: new Set(known), errors };
}

function isProvider(source: string): boolean {
  return addressProviders.some(({ id }) => id === source);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
