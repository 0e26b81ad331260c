import type { KnownHead, LogProgress } from '../../../ports/transparency/certificate-logs.ts';

export interface LogRow {
  log_id: string;
  name: string;
  operator: string;
  kind: LogProgress['kind'];
  url: string;
  status: LogProgress['status'];
  first_entry: number;
  size: number;
  edge: Buffer;
  head_size: number | null;
  head_timestamp: Date | null;
  head_root: Buffer | null;
  head_signature: Buffer | null;
  advanced_at: Date;
  looked_at: Date | null;
  next_look_at: Date;
  failures: number;
  last_error: string | null;
  stopped_at: Date | null;
  reason: string | null;
  evidence: { readonly [key: string]: unknown } | null;
}

export const logColumns = `log_id, name, operator, kind, url, status, first_entry, size, edge, head_size, head_timestamp,
  head_root, head_signature, advanced_at, looked_at, next_look_at, failures, last_error, stopped_at, reason, evidence`;

export function toProgress(row: LogRow): LogProgress {
  return {
    id: row.log_id,
    name: row.name,
    operator: row.operator,
    kind: row.kind,
    url: row.url,
    status: row.status,
    firstEntry: row.first_entry,
    size: row.size,
    edge: row.edge,
    head: toHead(row),
    advancedAt: row.advanced_at,
    lookedAt: row.looked_at,
    nextLookAt: row.next_look_at,
    failures: row.failures,
    lastError: row.last_error,
    stoppedAt: row.stopped_at,
    reason: row.reason,
    evidence: row.evidence,
  };
}

function toHead({ head_size, head_timestamp, head_root, head_signature }: LogRow): KnownHead | null {
  if (head_size === null || head_timestamp === null || head_root === null || head_signature === null)
    return null;
  return { size: head_size, timestamp: head_timestamp, root: head_root, signature: head_signature };
}
