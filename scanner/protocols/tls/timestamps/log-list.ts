import { createPublicKey, type KeyObject } from 'node:crypto';

/** A certificate log is a log of certificates, as far as its promises are to be verified. */
export interface CertificateLog {
  readonly name: string;
  readonly operator: string;
  readonly key: KeyObject;
}

/** A log list holds logs by their id (RFC 6962 section 3.2), hexadecimal. */
export type LogList = ReadonlyMap<string, CertificateLog>;

const mostLogs = 5_000;

/** Reads a list of logs in the JSON form that browsers publish theirs in (version 3). Throws a RangeError if it is none. */
export function readLogList(text: string): LogList {
  const logs = new Map<string, CertificateLog>();
  for (const operator of itemsOf(parsed(text), 'operators')) {
    for (const log of [...itemsOf(operator, 'logs', true), ...itemsOf(operator, 'tiled_logs', true)]) {
      const read = readLog(log, textOf(operator, 'name') ?? '');
      if (read !== undefined && logs.size < mostLogs) logs.set(read.id, read.log);
    }
  }
  if (logs.size === 0) throw new RangeError('This is no list of logs: it has none.');
  return logs;
}

function readLog(log: unknown, operator: string): { id: string; log: CertificateLog } | undefined {
  const [id, key, description] = ['log_id', 'key', 'description'].map((field) => textOf(log, field));
  const octets = Buffer.from(id ?? '', 'base64');
  if (octets.length !== 32 || key === undefined) return undefined;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const name = (description ?? id!).slice(0, 200);
    return { id: octets.toString('hex'), log: { name, operator: operator.slice(0, 200), key: publicKey } };
  } catch {
    return undefined;
  }
}

function itemsOf(value: unknown, field: string, mayLack = false): readonly unknown[] {
  const items = fieldOf(value, field);
  if (Array.isArray(items)) return items;
  if (mayLack && items === undefined) return [];
  throw new RangeError(`This is no list of logs: it has no "${field}".`);
}

function textOf(value: unknown, field: string): string | undefined {
  const text = fieldOf(value, field);
  return typeof text === 'string' ? text : undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('This is no list of logs: it is no JSON.');
  }
}
