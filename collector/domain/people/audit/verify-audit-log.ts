import { beginningOfChain, chainHash } from '../../../ports/accounts/audit-chain.ts';
import type { AuditHead, AuditLog, ChainedAuditEntry } from '../../../ports/accounts/audit-log.ts';

/** Entries that are looked at in one step: others have their turn between. */
const step = 500;

/** A chain fault states what is wrong with a chain. */
export const chainFaults = [
  'changed',
  'missing',
  'beginning_missing',
  'end_missing',
  'other_than_noted',
] as const;
export type ChainFault = (typeof chainFaults)[number];

export interface AuditVerdict {
  readonly intact: boolean;
  /** The first that was found. */
  readonly fault: { readonly kind: ChainFault; readonly position: number } | null;
  readonly entries: number;
  /** The position of the first that is there; null if there is none. */
  readonly from: number | null;
  /** To be noted elsewhere. */
  readonly head: AuditHead | null;
}

/**
 * Walks the chain of an account. Whoever may write to the database could write a whole chain anew: so whoever checks keeps the
 * head that he was told, and brings it the next time (`noted`).
 */
export async function verifyAuditLog(
  accountId: number | null,
  noted: { readonly position: number; readonly hash: Buffer } | undefined,
  { audit }: { audit: Pick<AuditLog, 'chain' | 'head'> },
): Promise<AuditVerdict> {
  // First, so that entries that are written meanwhile are not missed.
  const head = await audit.head(accountId);
  const forgotten = head?.forgotten ?? 0;
  let last: ChainedAuditEntry | undefined;
  let [from, entries]: [number | null, number] = [null, 0];
  let isNotedThere = noted === undefined || noted.position <= forgotten;
  const verdict = (kind?: ChainFault, position = 0): AuditVerdict => ({
    intact: kind === undefined,
    fault: kind === undefined ? null : { kind, position },
    entries,
    from,
    head: head ?? null,
  });
  for (let chunk = await audit.chain(accountId, 0, step); chunk.length > 0; ) {
    for (const entry of chunk) {
      const fault = faultOf(entry, last, forgotten);
      if (fault !== undefined) return verdict(fault, entry.position);
      if (noted?.position === entry.position) {
        if (!noted.hash.equals(entry.hash)) return verdict('other_than_noted', entry.position);
        isNotedThere = true;
      }
      from ??= entry.position;
      entries++;
      last = entry;
    }
    chunk = chunk.length < step ? [] : await audit.chain(accountId, last!.position, step);
  }
  const end = last?.position ?? forgotten;
  if (head !== undefined && end < head.position) return verdict('end_missing', end + 1);
  if (last?.position === head?.position && last?.hash.equals(head!.hash) === false) {
    return verdict('changed', last.position);
  }
  return isNotedThere ? verdict() : verdict('other_than_noted', noted!.position);
}

function faultOf(
  entry: ChainedAuditEntry,
  last: ChainedAuditEntry | undefined,
  forgotten: number,
): ChainFault | undefined {
  if (entry.position !== (last?.position ?? forgotten) + 1) {
    return last === undefined ? 'beginning_missing' : 'missing';
  }
  const before = last?.hash ?? (forgotten === 0 ? beginningOfChain : entry.previous);
  if (!entry.previous.equals(before)) return 'changed';
  return entry.hash.equals(chainHash(entry, entry.at, entry)) ? undefined : 'changed';
}
