import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import { type ScanAddressPorts, scanAddress } from '../domain/intelligence/addresses/scan-address.ts';
import type { BurstLimits } from '../domain/people/quota/burst-limits.ts';
import type { AddressScanStore } from '../ports/addresses/address-scans.ts';
import type { GraphqlContext } from './graphql-context.ts';

const mostItems = 1_000;
/** A scan takes this much of the caller's burst, as over REST. */
const scanCost = 5;

export interface AddressResolverPorts extends Omit<ScanAddressPorts, 'addressScans'> {
  readonly addressScans: Pick<AddressScanStore, 'latest' | 'append' | 'list'>;
  readonly burst: Pick<BurstLimits, 'take'>;
}

type NoParent = undefined;

/** Resolves addresses: the same store and the same scans as over REST. */
export function addressResolvers(ports: AddressResolverPorts) {
  const look = async (
    { ip, full, refresh }: { ip: string; full: boolean; refresh: boolean },
    { caller, signal }: GraphqlContext,
  ) => {
    addressInput(ip);
    ports.burst.take(caller, scanCost);
    return addressView(await scanAddress({ ip, full, refresh, advanced: false }, ports, signal));
  };
  return {
    Query: {
      ipAddress: (_parent: NoParent, { ip }: { ip: string }, context: GraphqlContext) =>
        look({ ip, full: true, refresh: false }, context),
      ipScanHistory: async (_parent: NoParent, { ip, limit }: { ip: string; limit: number }) => {
        if (limit < 1 || limit > mostItems)
          throw new InvalidInput('limit', `"limit" is from 1 to ${mostItems}.`);
        const scans = await ports.addressScans.list(addressInput(ip), limit);
        return scans.map(({ answer }) => addressView(answer));
      },
    },
    Mutation: {
      scanIpAddress: async (
        _parent: NoParent,
        { ip, fullScan }: { ip: string; fullScan: boolean },
        context: GraphqlContext,
      ) => ({ success: true, ipAddress: await look({ ip, full: fullScan, refresh: true }, context) }),
    },
  };
}

function addressView({ geolocation, network, bgp, reputation, ...answer }: AddressScanAnswer) {
  return {
    ip: answer.ip,
    ipVersion: answer.ip_version,
    isPrivate: answer.is_private,
    scanTimestamp: answer.scan_timestamp,
    geolocation: geolocation && {
      country: geolocation.country,
      region: geolocation.region,
      city: geolocation.city,
      latitude: geolocation.coordinates?.latitude ?? null,
      longitude: geolocation.coordinates?.longitude ?? null,
      timezone: geolocation.timezone,
    },
    network: {
      asn: network.asn,
      asnName: network.asn_name,
      organization: network.organization,
      isp: network.isp,
      hostname: network.hostname,
      isVpn: network.is_vpn,
      isProxy: network.is_proxy,
      isTor: network.is_tor,
      isHosting: network.is_hosting,
    },
    bgp: bgp && {
      prefix: bgp.prefix,
      originAsn: bgp.origin_asn,
      asPath: bgp.path,
      isAnnounced: bgp.is_announced,
      rpkiStatus: bgp.rpki_status,
    },
    reputation: {
      abuseConfidenceScore: reputation.abuse_confidence,
      totalReports: reputation.total_reports,
      lastReported: reputation.last_reported_at,
      isWhitelisted: reputation.is_whitelisted,
      blacklistHits: reputation.blacklists?.hit_count ?? null,
    },
  };
}
