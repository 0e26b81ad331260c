import { z } from 'zod';

/** The number of this form of backups; a program reads those with its own number and lower ones. */
export const backupLayout = 1;

/** The first file of a backup says what it is of, so that a program that can't restore it says so before it reads more. */
export const aboutFile = 'about.json';
/** The last but one lists all others with their digests; the last has the digest of that one. */
export const manifestFile = 'manifest.json';
export const manifestDigestFile = 'manifest.sha256';

const columns = z.object({ name: z.string().max(100), columns: z.array(z.string().max(100)).max(1_000) });

export const aboutSchema = z.object({
  format: z.literal('sonde-backup'),
  layout: z.int(),
  /** The version of the program that made it. */
  sonde: z.string().max(100),
  made_at: z.iso.datetime(),
  collector_id: z.string().max(100),
  postgres: z.object({
    version: z.string().max(100),
    /** Names and checksums of what was applied to the schema. */
    migrations: z.array(z.object({ name: z.string().max(200), checksum: z.string().max(100) })).max(10_000),
    tables: z.array(columns).max(10_000),
    sequences: z.array(z.object({ name: z.string().max(100), value: z.string().max(20) })).max(10_000),
  }),
  clickhouse: z.discriminatedUnion('engine', [
    z.object({
      engine: z.literal('embedded'),
      version: z.string().max(100),
      migrations: z.int(),
      /** Rows of the table of queries. */
      queries: z.int(),
    }),
    /** A server of the operator's own, which is not in the backup. */
    z.object({ engine: z.literal('server') }),
  ]),
  /** Bytes of all files but those of PostgreSQL, for progress. */
  bytes: z.int(),
  settings: z.record(z.string().max(100), z.unknown()),
  /** Secret settings that were set, by their names. */
  secret_settings: z.array(z.string().max(100)).max(1_000),
});

export type About = z.infer<typeof aboutSchema>;

export const manifestSchema = z.object({
  files: z.array(
    z.union([
      z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }),
      z.object({ path: z.string(), link: z.string() }),
    ]),
  ),
  /** Rows of each table of PostgreSQL. */
  rows: z.record(z.string(), z.int()),
});

export type Manifest = z.infer<typeof manifestSchema>;
