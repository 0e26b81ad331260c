import type { AuditLog, ChainedAuditEntry } from '../../ports/accounts/audit-log.ts';
import { presentAuditEntry } from './present-audit-entry.ts';

type Chain = Pick<AuditLog, 'chain'>;

/** Entries that are read at once. */
const step = 500;
const columns = [
  'position',
  'at',
  'account_id',
  'key_id',
  'address',
  'request_id',
  'action',
  'object',
  'details',
  'previous',
  'hash',
] as const;

/** Exports the chain of an account as NDJSON, an object a line. */
export async function* exportNdjson(accountId: number, audit: Chain): AsyncGenerator<string> {
  for await (const entries of chunks(accountId, audit)) {
    yield entries.map((entry) => `${JSON.stringify(fieldsOf(entry))}\n`).join('');
  }
}

/** Exports the chain of an account as CSV (RFC 4180) with a header; details as JSON. */
export async function* exportCsv(accountId: number, audit: Chain): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  for await (const entries of chunks(accountId, audit)) {
    yield entries.map((entry) => `${csvLine(fieldsOf(entry))}\r\n`).join('');
  }
}

async function* chunks(accountId: number, audit: Chain): AsyncGenerator<ChainedAuditEntry[]> {
  for (let after = 0; ; ) {
    const entries = await audit.chain(accountId, after, step);
    if (entries.length > 0) yield entries;
    if (entries.length < step) return;
    after = entries.at(-1)!.position;
  }
}

function fieldsOf(entry: ChainedAuditEntry) {
  const { position, previous, hash } = entry;
  const chain = { previous: previous.toString('hex'), hash: hash.toString('hex') };
  return { position, ...presentAuditEntry(entry), ...chain };
}

function csvLine(fields: ReturnType<typeof fieldsOf>): string {
  return columns
    .map((column) => {
      const value = fields[column];
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
      // One that begins like a formula is told to be text.
      const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',');
}
