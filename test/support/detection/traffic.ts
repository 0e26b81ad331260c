import type { Row, RowRecord } from '@sonde/shared/batch/row.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { sampleRow } from '../ingest/uploads.ts';

/** Noon of some day, in seconds; generators count from here. */
export const start = 1_790_000_000;

export interface Asked {
  /** Seconds after `start`. */
  readonly at: number;
  readonly name: string;
  readonly client?: string;
  readonly type?: keyof typeof recordTypes;
  readonly code?: keyof typeof responseCodes;
  /** Data of the answers, of the type asked for. */
  readonly answers?: readonly string[];
  readonly ttl?: number;
  readonly change?: Partial<Row>;
}

/** One row for one question. */
export function asked({
  at,
  name,
  client = '192.0.2.10',
  type = 'A',
  code,
  answers,
  ttl = 300,
  change,
}: Asked): Row {
  const data = answers ?? (code === undefined && type === 'A' ? ['198.51.100.7'] : []);
  const records: RowRecord[] = data.map((text) => ({
    section: 'answer',
    name,
    type: recordTypes[type],
    ttl,
    data: text,
  }));
  return sampleRow({
    observedAt: Math.round((start + at) * 1e6),
    clientAddress: client,
    // No two queries share their id, as far as a port's worth of them goes.
    messageId: 1 + (Math.round(at * 1_009) % 65_000),
    queryName: name,
    queryType: recordTypes[type],
    responseCode: responseCodes[code ?? 'NOERROR'],
    answerCount: records.length,
    records,
    querySize: 30 + name.length,
    responseSize: 46 + name.length + data.reduce((sum, text) => sum + text.length, 0),
    ...change,
  });
}

/** An answer that denies a name, with the SOA record of the zone that does so. */
export function denied(at: number, name: string, zone: string, client?: string): Row {
  const soa: RowRecord = {
    section: 'authority',
    name: zone,
    type: recordTypes.SOA,
    ttl: 900,
    data: 'a.nic. b.nic. 1 2 3 4 5',
  };
  return asked({
    at,
    name,
    code: 'NXDOMAIN',
    ...(client === undefined ? {} : { client }),
    change: { authorityCount: 1, records: [soa] },
  });
}

/** Rows in the order of their time, as a sensor would send them. */
export function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => a.observedAt - b.observedAt);
}
