import type { DnsFailure } from './dns-answer.ts';
import type { DnsRecord } from './dns-record.ts';

/** A transferred zone is a whole zone as one server gave it (RFC 5936), or why it did not. */
export interface TransferredZone {
  /** The first and the last SOA once; empty if there is a failure. */
  readonly records: readonly DnsRecord[];
  readonly failure?: DnsFailure | 'refused' | 'too_large';
  readonly failureMessage?: string;
}

export interface ZoneTransfer {
  /** Asks the server at this address for the zone. Bounded in records, bytes and time; never rejects. */
  transfer(
    server: string,
    zone: string,
    limits?: { readonly maxRecords?: number; readonly signal?: AbortSignal },
  ): Promise<TransferredZone>;
}
