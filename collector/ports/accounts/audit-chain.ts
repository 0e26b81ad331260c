import { hash } from 'node:crypto';
import type { AuditEntry } from './audit-log.ts';

/** A chain place is the place of an entry in its account's chain. */
export interface ChainPlace {
  /** From 1. */
  readonly position: number;
  /** The hash of the entry before; 32 zeros before the first. */
  readonly previous: Buffer;
}

export const beginningOfChain: Buffer = Buffer.alloc(32);

/** Computes SHA-256 of the entry before and of all that an entry says, its members in one order. */
export function chainHash({ position, previous }: ChainPlace, at: Date, entry: AuditEntry): Buffer {
  const { accountId, keyId, address, requestId, action, object, details } = entry;
  const said = [
    position,
    at.toISOString(),
    accountId,
    keyId,
    address,
    requestId,
    action,
    object,
    ordered(details),
  ];
  return hash('sha256', Buffer.concat([previous, Buffer.from(JSON.stringify(said))]), 'buffer');
}

/** The same value with the members of objects in one order, as the database does not keep theirs. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  return members.map(([name, part]) => [name, ordered(part)]);
}
