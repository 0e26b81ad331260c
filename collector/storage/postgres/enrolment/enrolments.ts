import type {
  EnrolledAgent,
  Enrolment,
  EnrolmentOutcome,
  EnrolmentRefusal,
  EnrolmentStore,
  EnrolmentToken,
} from '../../../ports/ingest/enrolments.ts';
import { askedAgainWithin } from '../../../ports/ingest/enrolments.ts';
import { inTurnOfAccount } from '../accounts/in-turn-of-account.ts';
import type { Postgres, Queryable } from '../pool.ts';
import { storableText } from '../storable-text.ts';

interface TokenRow {
  id: number;
  account_id: number;
  location_id: number;
  prefix: string;
  label: string;
  networks: string[] | null;
  uses: number;
  used: number;
  refused: number;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface AgentRow {
  id: number;
  account_id: number;
  location_id: number;
  enrolled_by: number | null;
  key_id: number;
  key_prefix: string;
  uuid: string;
  software: string;
  host: string;
  address: string;
  enrolled_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  certificate_issued_at: Date | null;
  certificate_ends_at: Date | null;
}

const tokenColumns =
  'id, account_id, location_id, prefix, label, networks, uses, used, refused, created_at, expires_at, last_used_at, revoked_at';
const agentColumns =
  'a.id, a.account_id, a.location_id, a.enrolled_by, a.key_id, k.prefix AS key_prefix, a.uuid, a.software, a.host, a.address, ' +
  'a.enrolled_at, k.last_used_at, k.revoked_at, a.certificate_issued_at, a.certificate_ends_at';
const agentTables = 'enrolled_agents a JOIN api_keys k ON k.id = a.key_id';

/** Bytes of UTF-8; requests are bounded in characters. */
const longest = { uuid: 64, software: 512, host: 1_024 };

export function createEnrolmentStore(postgres: Postgres): EnrolmentStore {
  return {
    createToken: (token, most, now) =>
      inTurnOfAccount(postgres, token.accountId, async (transaction) => {
        const [good] = await transaction.query<{ count: number }>(
          `SELECT count(*) FROM enrolment_offers
           WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND used < uses`,
          [token.accountId, now],
        );
        if (good!.count >= most) return undefined;
        const [row] = await transaction.query<TokenRow>(
          `INSERT INTO enrolment_offers (account_id, location_id, hash, prefix, label, networks, uses, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${tokenColumns}`,
          [
            token.accountId,
            token.locationId,
            token.hash,
            token.prefix,
            token.label,
            token.networks,
            token.uses,
            token.expiresAt,
          ],
        );
        return toToken(row!);
      }),
    tokens: async (locationIds, limit) => {
      const rows = await postgres.query<TokenRow>(
        `SELECT ${tokenColumns} FROM enrolment_offers WHERE location_id = ANY ($1) ORDER BY id DESC LIMIT $2`,
        [locationIds, limit],
      );
      return rows.map(toToken);
    },
    revokeToken: async (accountId, id, at) => {
      const [row] = await postgres.query<TokenRow>(
        `UPDATE enrolment_offers SET revoked_at = coalesce(revoked_at, $3)
         WHERE account_id = $1 AND id = $2 RETURNING ${tokenColumns}`,
        [accountId, id, at],
      );
      return row && toToken(row);
    },
    // A fleet has one token, of which one agent after the other is counted.
    enrol: (enrolment) =>
      postgres.transaction((transaction) => enrol(transaction, enrolment), {
        lane: `enrolment ${enrolment.tokenHash.toString('base64')}`,
      }),
    agents: async (locationIds, limit) => {
      const rows = await postgres.query<AgentRow>(
        `SELECT ${agentColumns} FROM ${agentTables} WHERE a.location_id = ANY ($1) ORDER BY a.id DESC LIMIT $2`,
        [locationIds, limit],
      );
      return rows.map(toAgent);
    },
    agentOfKey: (keyId) => agentWhere(postgres, 'a.key_id = $1', [keyId]),
    revokeAgent: async (accountId, id) => {
      await postgres.query(
        `UPDATE api_keys k SET revoked_at = now() FROM enrolled_agents a
         WHERE a.account_id = $1 AND a.id = $2 AND k.id = a.key_id AND k.revoked_at IS NULL`,
        [accountId, id],
      );
      return agentWhere(postgres, 'a.account_id = $1 AND a.id = $2', [accountId, id]);
    },
    forgetTokensBefore: async (time) => {
      const rows = await postgres.query(
        'DELETE FROM enrolment_offers WHERE greatest(expires_at, revoked_at, last_used_at) < $1 RETURNING id',
        [time],
      );
      return rows.length;
    },
  };
}

async function enrol(transaction: Queryable, enrolment: Enrolment): Promise<EnrolmentOutcome> {
  const { tokenHash, at, key, address } = enrolment;
  // Whoever comes second waits here, and then finds it used.
  const [row] = await transaction.query<TokenRow & { gone: boolean }>(
    `SELECT ${tokenColumns},
       NOT EXISTS (SELECT 1 FROM locations l WHERE l.id = location_id AND l.deleted_at IS NULL) AS gone
     FROM enrolment_offers WHERE hash = $1 FOR UPDATE`,
    [tokenHash],
  );
  if (row === undefined) return { kind: 'unknown' };
  const token = toToken(row);
  const refuse = async (why: EnrolmentRefusal): Promise<EnrolmentOutcome> => {
    const [counted] = await transaction.query<{ refused: number }>(
      'UPDATE enrolment_offers SET refused = refused + 1 WHERE id = $1 RETURNING refused',
      [token.id],
    );
    const { id, accountId } = token;
    return { kind: 'refused', why, token: { id, accountId }, tries: counted!.refused };
  };
  if (token.networks !== null && !enrolment.isFrom(token.networks)) return refuse('elsewhere');
  // Whose answer was lost on the way.
  const before = await agentWhere(
    transaction,
    'k.hash = $1 AND k.revoked_at IS NULL AND a.enrolled_by = $2 AND a.uuid = $3 AND a.enrolled_at > $4',
    [
      key.hash,
      token.id,
      storableText(enrolment.uuid, longest.uuid),
      new Date(at.getTime() - askedAgainWithin),
    ],
  );
  if (before !== undefined) return { kind: 'enrolled', agent: before, again: true };
  if (row.gone || token.revokedAt !== null) return refuse('revoked');
  if (token.used >= token.uses) return refuse('used');
  if (token.expiresAt <= at) return refuse('expired');
  const [made] = await transaction.query<{ id: number }>(
    `INSERT INTO api_keys (account_id, kind, location_id, prefix, hash, label)
     VALUES ($1, 'location', $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING RETURNING id`,
    [
      token.accountId,
      token.locationId,
      key.prefix,
      key.hash,
      `agent ${storableText(enrolment.host || enrolment.uuid, 180)}`,
    ],
  );
  if (made === undefined) return refuse('key');
  await transaction.query('UPDATE enrolment_offers SET used = used + 1, last_used_at = $2 WHERE id = $1', [
    token.id,
    at,
  ]);
  await transaction.query(
    `INSERT INTO enrolled_agents (account_id, location_id, enrolled_by, key_id, uuid, software, host, address, enrolled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      token.accountId,
      token.locationId,
      token.id,
      made.id,
      storableText(enrolment.uuid, longest.uuid),
      storableText(enrolment.software, longest.software),
      storableText(enrolment.host, longest.host),
      address,
      at,
    ],
  );
  return {
    kind: 'enrolled',
    agent: (await agentWhere(transaction, 'a.key_id = $1', [made.id]))!,
    again: false,
  };
}

async function agentWhere(
  queryable: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<EnrolledAgent | undefined> {
  const [row] = await queryable.query<AgentRow>(
    `SELECT ${agentColumns} FROM ${agentTables} WHERE ${condition}`,
    values,
  );
  return row && toAgent(row);
}

function toToken(row: TokenRow): EnrolmentToken {
  return {
    id: row.id,
    accountId: row.account_id,
    locationId: row.location_id,
    prefix: row.prefix,
    label: row.label,
    networks: row.networks,
    uses: row.uses,
    used: row.used,
    refused: row.refused,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

function toAgent(row: AgentRow): EnrolledAgent {
  return {
    id: row.id,
    accountId: row.account_id,
    locationId: row.location_id,
    tokenId: row.enrolled_by,
    keyId: row.key_id,
    keyPrefix: row.key_prefix,
    uuid: row.uuid,
    software: row.software,
    host: row.host,
    address: row.address,
    enrolledAt: row.enrolled_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    certificateIssuedAt: row.certificate_issued_at,
    certificateEndsAt: row.certificate_ends_at,
  };
}
