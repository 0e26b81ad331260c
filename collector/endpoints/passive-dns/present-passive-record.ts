import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import type { passiveRecordSchema } from '@sonde/shared/schemas/passive-record.ts';
import type { z } from 'zod';
import type { PassiveRecord } from '../../ports/traffic/passive-dns.ts';

/** Presents a record of passive DNS as the API shows it. */
export function presentPassiveRecord(record: PassiveRecord): z.input<typeof passiveRecordSchema> {
  return {
    name: record.name,
    type: recordTypeName(record.type),
    data: record.data,
    first_seen: record.firstSeenAt.toISOString(),
    last_seen: record.lastSeenAt.toISOString(),
    count: record.count,
  };
}

/** Writes a record in the Passive DNS Common Output Format (draft-dulaunoy-dnsop-passive-dns-cof), a line each. */
export function commonOutputLine(record: PassiveRecord): string {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
  return `${JSON.stringify({
    rrname: record.name,
    rrtype: recordTypeName(record.type),
    rdata: record.data,
    time_first: seconds(record.firstSeenAt),
    time_last: seconds(record.lastSeenAt),
    count: record.count,
  })}\n`;
}
