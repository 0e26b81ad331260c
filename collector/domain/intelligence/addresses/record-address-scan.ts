import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { AddressScanAnswer } from '@sonde/shared/schemas/address-scan.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type {
  AddressScanStore,
  AddressScope,
  StoredAddressScan,
} from '../../../ports/addresses/address-scans.ts';
import type { OriginHistoryStore } from '../../../ports/addresses/origin-history.ts';
import type { EventPublisher } from '../../../ports/system/events.ts';
import { changedFacts } from './changed-facts.ts';
import { originSince, originsOfAddress } from './origins/origins-of-address.ts';

export interface RecordAddressScanPorts {
  readonly datasets: Pick<KnownDatasets, 'find'>;
  readonly addressScans: Pick<AddressScanStore, 'append'>;
  readonly originHistory: Pick<OriginHistoryStore, 'changesOf' | 'compared'>;
  readonly publisher: EventPublisher;
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Stores a scan and tells of it; returns its id, or undefined if it could not be stored. */
export async function recordAddressScan(
  ip: string,
  scope: AddressScope,
  answer: AddressScanAnswer,
  before: StoredAddressScan | undefined,
  ports: RecordAddressScanPorts,
): Promise<string | undefined> {
  const { addressScans, publisher, random, clock, log } = ports;
  const at = new Date(clock.now());
  const changed = before === undefined ? [] : changedFacts(before.answer, answer);
  const scan: StoredAddressScan = { id: random.uuid(), at, scope, answer, changed };
  const { reputation, geolocation, network, reverse_dns: reverse } = answer;
  const score = {
    ip,
    abuseConfidence: reputation.abuse_confidence,
    totalReports: reputation.total_reports,
    blacklistHits: reputation.blacklists?.hit_count ?? null,
    hasPtr: reverse?.has_ptr ?? null,
    country: geolocation?.country ?? null,
    asn: network.asn,
    lastSeen: at,
  };
  try {
    await addressScans.append(scan, score);
  } catch (error) {
    // What was found is worth its answer all the same.
    log.error({ err: error, ip }, 'a scan of an address could not be stored');
    return undefined;
  }
  publisher.publish({
    name: 'scan_complete',
    payload: { domain: ip, result: answer, timestamp: at.toISOString() },
    accountId: null,
  });
  if (before !== undefined && changed.includes('origin')) await tellOrigin(ip, scan, before, ports);
  return scan.id;
}

/** Tells that a network is announced by others than at the scan before. */
async function tellOrigin(
  ip: string,
  scan: StoredAddressScan,
  before: StoredAddressScan,
  { originHistory, datasets, publisher }: RecordAddressScanPorts,
): Promise<void> {
  // Whoever compared the tables has told it already, of the address as of all others that were scanned.
  const since = originSince(
    datasets.find(addressBytes(ip)).route,
    await originsOfAddress(ip, 50, { originHistory }),
  );
  if (since !== null && since > before.at) return;
  const originsOf = ({ answer: { bgp } }: StoredAddressScan) =>
    bgp?.origins.map((asn) => `AS${asn}`).join(' ') ?? null;
  publisher.publish({
    name: 'dns_change',
    payload: {
      domain: ip,
      record_type: 'ORIGIN',
      old_value: originsOf(before),
      new_value: originsOf(scan),
      severity: 'medium',
      timestamp: scan.at.toISOString(),
    },
    accountId: null,
  });
}
