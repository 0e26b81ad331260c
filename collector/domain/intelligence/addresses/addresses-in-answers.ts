import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { evidenceAddresses } from '../../../ports/threats/evidence-addresses.ts';
import type { Threat } from '../../../ports/threats/threats.ts';
import type { PassiveRecord } from '../../../ports/traffic/passive-dns.ts';
import type { StoredQuery } from '../../../ports/traffic/query-search.ts';

/** Yields addresses that answers name, and texts that may be some; the same may come more than once. */
export function* addressesOfThreats(
  threats: Iterable<Pick<Threat, 'clientAddress' | 'subject' | 'queryName' | 'evidence'>>,
): Generator<string> {
  for (const threat of threats) {
    yield threat.clientAddress;
    yield threat.queryName;
    yield* evidenceAddresses(threat);
  }
}

export function* addressesOfQueries(
  queries: Iterable<Pick<StoredQuery, 'clientAddress' | 'serverAddress' | 'records'>>,
): Generator<string> {
  for (const { clientAddress, serverAddress, records } of queries) {
    yield clientAddress;
    yield serverAddress;
    for (const { type, data } of records) if (isAddressRecord(type)) yield data;
  }
}

export function* addressesOfRecords(
  records: Iterable<Pick<PassiveRecord, 'type' | 'data'>>,
): Generator<string> {
  for (const { type, data } of records) if (isAddressRecord(type)) yield data;
}

function isAddressRecord(type: number): boolean {
  return type === recordTypes.A || type === recordTypes.AAAA;
}
