import type { LeftOut } from '../../../ports/accounts/account-exports.ts';
import type { ExportedFile } from './part-writer.ts';

/** A manifest names all that an archive has, and what it has not. */
export interface Manifest {
  readonly format: string;
  readonly export_id: string;
  readonly account_id: number;
  readonly requested_by: string;
  /** Each table is as it was at one moment between these. */
  readonly began_at: string;
  readonly ended_at: string;
  /** `complete` is false if the archive was full. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly complete: boolean }[];
  readonly files: readonly ExportedFile[];
  /** Tables, and columns as `table.column`. */
  readonly left_out: readonly LeftOut[];
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Writes the list of digests that `sha256sum -c` reads. */
export function sumsOf(files: readonly ExportedFile[]): string {
  return files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
}

/** Tells somebody who has only the archive what it is. */
export function readMe({ account_id, began_at, tables }: Manifest): string {
  const lacking = tables.filter(({ complete }) => !complete).map(({ name }) => name);
  const lines = [
    `All data of the account ${account_id}, as it was at ${began_at} and just after.`,
    '',
    'data/TABLE.NUMBER.ndjson   rows of a table, an object of JSON a line (UTF-8); times are in UTC',
    'manifest.json              tables, files with their digests, and what is left out, with the reason',
    'SHA256SUMS                 check the files with: sha256sum -c SHA256SUMS',
    '',
    'Passwords, keys and other secrets are in no export.',
    ...(lacking.length === 0
      ? []
      : ['', `The archive was full. These tables lack rows: ${lacking.join(', ')}.`]),
  ];
  return `${lines.join('\n')}\n`;
}
