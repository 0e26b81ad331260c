import { z } from 'zod';
import { clientRoles } from '../../../ports/threats/site-profiles.ts';

const seconds = z.int().min(1).max(86_400);
const count = z.int().min(1).max(1_000_000);
const octets = z.int().min(1_000).max(1_000_000_000);
const share = z.number().min(0).max(1);
const bits = z.number().min(1).max(12);
const days = z.int().min(1).max(3_650);

/** Detectors with these names can be switched off. */
export const detectorNames = [
  'dns_tunnel',
  'dns_tunnel_answers',
  'dns_tunnel_addresses',
  'dns_volume',
  'dns_tunnel_no_apex',
  'dns_tunnel_slow',
  'dns_tunnel_spread',
  'dns_tunnel_types',
  'dga',
  'nxdomain_storm',
  'random_subdomain_attack',
  'fast_flux',
  'dns_rebinding',
  'lookalike',
  'beaconing',
  'amplification',
  'poisoning',
  'name_leak',
  'resolver_bypass',
  'name_poisoning',
  'callback_service',
  'reconnaissance',
  'staged_code',
  'brand_lookalike',
  'dangling_name',
  'mining_pool',
  'anonymity_network',
  'nxdomain_hijack',
  'sigma',
] as const;

/** The schema states what a location may change about detection; whatever is absent stays as the program has it. */
export const changesSchema = z
  .strictObject({
    disabled: z.array(z.enum(detectorNames)).max(40),
    site: z
      .strictObject({
        ownZones: z.array(z.string().min(1).max(253)).max(100),
        roles: z
          .array(
            z.strictObject({
              client: z
                .string()
                .min(2)
                .max(64)
                .describe('An IP address, or a network such as `192.0.2.0/24`.'),
              role: z.enum([...clientRoles, 'none']),
            }),
          )
          .max(200),
      })
      .partial()
      .describe('What the operator declares about the site: its own zones, and the roles of clients.'),
    tunnelFast: z
      .strictObject({
        windowSeconds: z.int().min(10).max(600),
        uniqueNames: z.int().min(2).max(60),
        meanPayload: count,
        fewNames: z.int().min(2).max(60),
        totalPayload: count,
        encodedBits: bits,
        carrierShare: share,
        sustainedSeconds: seconds,
        sustainedPayload: count,
        serviceClients: z.int().min(2).max(64),
        steadyNames: z.int().min(10).max(10_000),
        steadySeconds: seconds,
        steadyShare: share,
      })
      .partial(),
    tunnelAnswers: z
      .strictObject({
        windowSeconds: z.int().min(10).max(3_600),
        names: z.int().min(5).max(64),
        meanOctets: count,
        longSeconds: z.int().min(10).max(86_400),
        longNames: z.int().min(3).max(64),
        longOctets: count,
        encodedBits: bits,
      })
      .partial(),
    tunnelAddresses: z
      .strictObject({
        windowSeconds: z.int().min(10).max(3_600),
        names: z.int().min(3).max(32),
        firstOctets: z.int().min(2).max(32),
      })
      .partial(),
    volume: z
      .strictObject({
        tenMinuteOctets: octets,
        hourOctets: octets,
        dayOctets: octets,
        exemptOctets: octets,
        usualDomains: count,
      })
      .partial(),
    tunnelNoApex: z
      .strictObject({
        windowSeconds: z.int().min(10).max(600),
        names: z.int().min(2).max(60),
        characters: z.int().min(8).max(250),
        encodedBits: bits,
      })
      .partial(),
    tunnelSlow: z
      .strictObject({
        windowSeconds: seconds,
        steps: z
          .tuple([count, count, count, count])
          .refine((steps) => steps.every((step, at) => at === 0 || step >= steps[at - 1]!), {
            message: 'must not fall',
          }),
        meanPayload: count,
        encodedBits: bits,
        serviceClients: z.int().min(2).max(64),
        knownDays: days,
      })
      .partial(),
    tunnelSpread: z
      .strictObject({
        hourOctets: octets,
        dayOctets: octets,
        domains: z.int().min(2).max(256),
        domainNames: z.int().min(1).max(1_000),
        encodedBits: bits,
        serviceClients: z.int().min(2).max(64),
      })
      .partial(),
    tunnelTypes: z.strictObject({ windowSeconds: seconds, types: z.int().min(2).max(1_000) }).partial(),
    dga: z
      .strictObject({
        windowSeconds: seconds,
        recentDomains: z.int().min(2).max(100),
        flaggedDomains: z.int().min(2).max(100),
        slowDomains: z.int().min(2).max(100),
        evidenceDomains: z.int().min(5).max(32),
        evidence: z.number().min(1).max(100),
        patternDomains: z.int().min(8).max(32),
        failingDomains: z.int().min(8).max(32),
        failingShare: share,
        inUseDomains: z.int().min(16).max(51),
        inUseShare: share,
      })
      .partial(),
    nxdomainStorm: z
      .strictObject({ leastNames: z.int().min(10).max(10_000), timesBaseline: z.number().min(1).max(1_000) })
      .partial(),
    randomSubdomains: z
      .strictObject({ uniqueNames: z.int().min(50).max(8_000), windowSeconds: seconds, failingShare: share })
      .partial(),
    fastFlux: z
      .strictObject({
        leastAddresses: z.int().min(3).max(128),
        networkRatio: share,
        mostTtl: seconds,
        rounds: z.int().min(1).max(100),
        addressesWithoutAsn: z.int().min(3).max(128),
        prefixRatio: share,
        firstOctets: z.int().min(2).max(128),
      })
      .partial(),
    rebinding: z
      .strictObject({ leastSeconds: seconds, mostTtl: seconds, shortTtlSeconds: seconds })
      .partial(),
    lookalike: z
      .strictObject({
        watched: z.array(z.string().min(3).max(253)).max(100),
        shortestLabel: z.int().min(3).max(63),
      })
      .partial(),
    newlyObserved: z.strictObject({ days, quietDays: days }).partial(),
    beacon: z
      .strictObject({
        leastSamples: z.int().min(8).max(64),
        leastSeconds: seconds,
        leastInterval: seconds,
        remarkScore: share,
        score: share,
        mostClients: z.int().min(1).max(64),
      })
      .partial(),
    amplification: z
      .strictObject({
        windowSeconds: seconds,
        queries: count,
        ratio: z.number().min(1).max(1_000),
        severeQueries: count,
      })
      .partial(),
    poisoning: z.strictObject({ windowSeconds: seconds, unsolicited: count }).partial(),
    resolverBypass: z
      .strictObject({ queries: count, usualClients: count, usualShare: share, quietSeconds: seconds })
      .partial(),
    namePoisoning: z
      .strictObject({
        windowSeconds: seconds,
        names: z.int().min(2).max(64),
        multicastNames: z.int().min(2).max(64),
      })
      .partial(),
    callbackService: z.strictObject({ ticketDays: days }).partial(),
    reconnaissance: z
      .strictObject({
        sweepSeconds: seconds,
        sweepAddresses: z.int().min(8).max(256),
        sweepAll: z.int().min(8).max(256),
        askedServers: z.int().min(2).max(256),
        zones: z.int().min(1).max(256),
        secondarySeconds: z
          .int()
          .min(60)
          .max(30 * 86_400),
        windowSeconds: seconds,
        services: z.int().min(5).max(1_000),
        triedNames: z.int().min(20).max(2_000),
        aliases: z.int().min(10).max(1_000),
      })
      .partial(),
    stagedCode: z
      .strictObject({
        windowSeconds: seconds,
        pieces: z.int().min(2).max(64),
        pieceOctets: z.int().min(16).max(4_096),
      })
      .partial(),
    brandLookalike: z.strictObject({ shortestBrand: z.int().min(4).max(63) }).partial(),
    nxdomainHijack: z
      .strictObject({ names: z.int().min(2).max(32), endings: z.int().min(1).max(32) })
      .partial(),
  })
  .partial()
  .meta({ id: 'DetectionChanges' });
