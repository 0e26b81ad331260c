import { createHash, randomUUID } from 'node:crypto';
import { emptyLedger } from '@sonde/shared/batch/empty-ledger.ts';
import { type BatchMetadata, untreated } from '@sonde/shared/batch/metadata.ts';
import type { BatchClaim } from '../../../collector/ports/ingest/batches.ts';
import type { Location } from '../../../collector/ports/ingest/locations.ts';
import type { Sighting } from '../../../collector/ports/threats/threats.ts';
import { createAccountStore } from '../../../collector/storage/postgres/accounts/accounts.ts';
import { createAgentStore } from '../../../collector/storage/postgres/agents.ts';
import { createLocationStore } from '../../../collector/storage/postgres/locations.ts';
import type { Postgres } from '../../../collector/storage/postgres/pool.ts';

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** An account with that many locations, each with one agent. */
export async function someAccount(
  postgres: Postgres,
  count = 1,
): Promise<{ accountId: number; locations: Location[]; agentIds: number[] }> {
  const [row] = await postgres.query<{ id: number }>(
    'INSERT INTO accounts (email) VALUES ($1) RETURNING id',
    [`${randomUUID()}@example.net`],
  );
  const accountId = row!.id;
  const locations: Location[] = [];
  const agentIds: number[] = [];
  for (let index = 0; index < count; index++) {
    const location = await createLocationStore(postgres).create(
      { accountId, name: `place ${index}`, description: null },
      { prefix: 'sonde_loc_', hash: hashOf(randomUUID()) },
    );
    locations.push(location);
    const sender = {
      locationId: location.id,
      uuid: randomUUID(),
      software: 'sonde-agent 0.1.0',
      host: 'here',
    };
    agentIds.push(await createAgentStore(postgres).identify(sender));
  }
  return { accountId, locations, agentIds };
}

/** The administrator's account, made where there is none. */
export function administrator(postgres: Postgres) {
  return createAccountStore(postgres).ensureAdministrator('admin@example.net');
}

export function metadataAt(ledgerAt: number, change: Partial<BatchMetadata> = {}): BatchMetadata {
  return {
    software: 'sonde-agent 0.1.0',
    host: 'here',
    inputs: ['eth0'],
    ledger_at: ledgerAt,
    ledger: {
      ...emptyLedger,
      packets_captured: ledgerAt,
      messages_seen: ledgerAt,
      messages_stored: ledgerAt,
      rows_stored: ledgerAt,
    },
    treatment: untreated,
    ...change,
  };
}

export function claimOf(
  locationId: number,
  agentId: number,
  run: { runId: string; sequence: number; metadata?: BatchMetadata } | null,
  change: Partial<BatchClaim> = {},
): BatchClaim {
  return {
    batchId: randomUUID(),
    locationId,
    agentId,
    run: run && { metadata: metadataAt(run.sequence), ...run },
    rows: 10,
    rejectedRows: 1,
    content: null,
    ...change,
  };
}

export function sightingAt(locationId: number, change: Partial<Sighting> = {}): Sighting {
  return {
    locationId,
    type: 'indicator_match',
    severity: 'medium',
    subject: 'bad.example',
    clientAddress: '192.0.2.7',
    queryName: 'www.bad.example',
    source: 'operator',
    message: 'www.bad.example was asked for',
    observedAt: new Date('2026-01-02T03:04:05.678Z'),
    count: 1,
    ...change,
  };
}

/** Strings that break out of badly built statements, or that PostgreSQL can't hold. */
export const hostileStrings = [
  "'; DROP TABLE accounts; --",
  '$1 $2 %s {} \\ \\\\ "quoted" \'single\'',
  'nul \0 within',
  'half a pair \ud83d and \udc00',
  '{"json": "\\u0000"}',
  '{a,b},(c)',
  '\u202eright to left\u202c \u{1f600}',
  'x'.repeat(5_000),
  // Does not compress, and has three bytes for each character.
  Array.from({ length: 2_500 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join(
    '',
  ),
  '\\u0000 \\x00 \\',
];
