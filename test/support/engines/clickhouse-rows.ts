import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { ClickHouse } from '../../../collector/storage/clickhouse/clickhouse.ts';
import {
  queriesColumns,
  queriesStructure,
} from '../../../collector/storage/clickhouse/migrations/queries-columns.ts';
import { exactlyOnce } from '../../../collector/storage/clickhouse/row-store.ts';
import type { Row } from '../../../shared/batch/row.ts';
import { encodeRow } from '../../../shared/batch/row-writer.ts';

/** A row of an ordinary answered query, with what matters to the test put in. */
export function makeRow(change: Partial<Row> = {}): Row {
  return {
    observedAt: Date.UTC(2026, 0, 15, 12) * 1_000,
    outcome: 'answered',
    transport: 'udp',
    nameService: 'dns',
    ednsVersion: 0,
    latency: 12_345,
    tcpRoundTrip: 0,
    clientAddress: '192.0.2.1',
    serverAddress: '192.0.2.53',
    clientPort: 40_000,
    serverPort: 53,
    messageId: 4_711,
    queryFlags: 0x0100,
    responseFlags: 0x8180,
    responseCode: 0,
    queryType: 1,
    queryClass: 1,
    querySize: 40,
    responseSize: 100,
    ednsFlags: 3,
    ednsUdpSize: 1_232,
    answerCount: 1,
    authorityCount: 0,
    additionalCount: 1,
    marks: 0,
    responseUdpSize: 0,
    vlan: 0,
    queryName: 'www.example.com',
    clientSubnet: '',
    extendedErrors: [],
    policyRule: '',
    records: [{ section: 'answer', name: 'www.example.com', type: 1, ttl: 300, data: '198.51.100.7' }],
    facts: [],
    ...change,
  };
}

/** Rows in the stored form: location and agent before each. */
export function storedBytes(
  rows: readonly Row[],
  locationId: number,
  agentId: number,
  form: (row: Row) => Buffer = encodeRow,
): Buffer {
  const place = Buffer.alloc(8);
  place.writeUInt32LE(locationId, 0);
  place.writeUInt32LE(agentId, 4);
  return Buffer.concat(rows.flatMap((row) => [place, form(row)]));
}

/** Writes rows to a file that insertFile takes; gives its path. */
export async function writeRows(
  directory: string,
  rows: readonly Row[],
  { locationId = 1, agentId = 1, form = encodeRow } = {},
): Promise<string> {
  const path = join(directory, `${randomUUID()}.rows`);
  await writeFile(path, storedBytes(rows, locationId, agentId, form));
  return path;
}

/** Columns that the schema got by migration 20. */
const later = ['response_udp_size', 'vlan', 'facts'];

/** Inserts a file of rows into a schema from before migration 20, once for a token, as a collector of that time did. */
export async function insertFormer(clickhouse: ClickHouse, path: string, token: string): Promise<void> {
  const columns = queriesColumns.map(({ name }) => name).filter((name) => !later.includes(name));
  await clickhouse.insert(
    `INSERT INTO queries (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM file({path:String}, 'RowBinary', {structure:String})`,
    { path, structure: queriesStructure },
    {
      ...exactlyOnce,
      insert_deduplication_token: token,
      deduplicate_insert_select: 'force_enable',
    } as ClickHouseSettings,
  );
}
