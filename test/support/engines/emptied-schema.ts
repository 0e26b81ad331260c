import type { Postgres } from '../../../collector/storage/postgres/pool.ts';

/** What migrations left in a schema. */
export interface SchemaBeginning {
  /** Tables in their order of creation. */
  readonly tables: readonly string[];
  /** Tables, indexes, sequences, views and triggers together. */
  readonly parts: string;
  /** Rows that migrations stored, as JSON by table. */
  readonly rows: Readonly<Record<string, string>>;
}

const partsOfSchema = `
  SELECT count(*)::text || ' ' || (SELECT count(*) FROM pg_trigger WHERE tgrelid = ANY (array_agg(pg_class.oid))) AS parts
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace`;

/** Reads what a schema holds that was migrated just now. */
export async function readBeginning(postgres: Postgres): Promise<SchemaBeginning> {
  const found = await postgres.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations' ORDER BY oid`,
  );
  const tables = found.map(({ name }) => name);
  const rows: Record<string, string> = {};
  for (const name of await withRows(postgres, tables)) {
    const [table] = await postgres.query<{ rows: string }>(
      `SELECT json_agg(kept)::text AS rows FROM ${name} AS kept`,
    );
    rows[name] = table!.rows;
  }
  return { tables, parts: await partsOf(postgres), rows };
}

/**
 * Brings a schema back to how migrations left it, and tells if that can be had: a test that made or altered tables has spoilt
 * it. It costs a twentieth of the migrations.
 */
export async function emptySchema(postgres: Postgres, beginning: SchemaBeginning): Promise<boolean> {
  if ((await partsOf(postgres)) !== beginning.parts) return false;
  // Deleting may have triggers write.
  for (let round = 0; round < 3; round++) {
    const filled = await withRows(postgres, beginning.tables);
    if (filled.length === 0) break;
    // In one statement, so that references between the tables don't matter.
    const deletions = filled.map((name, index) => `deletion_${index} AS (DELETE FROM ${name})`);
    await postgres.query(`WITH ${deletions.join(', ')} SELECT 1`);
  }
  if ((await withRows(postgres, beginning.tables)).length > 0) return false;
  await postgres.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
     FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  for (const [name, rows] of Object.entries(beginning.rows)) {
    await postgres.query(
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [rows],
    );
  }
  return true;
}

async function partsOf(postgres: Postgres): Promise<string> {
  const [found] = await postgres.query<{ parts: string }>(partsOfSchema);
  return found!.parts;
}

async function withRows(postgres: Postgres, tables: readonly string[]): Promise<string[]> {
  const questions = tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`);
  const found = await postgres.query<{ name: string }>(questions.join(' UNION ALL '));
  return found.map(({ name }) => name);
}
