import type { AuditEntry } from '../../../ports/accounts/audit-log.ts';
import type { AccountCaller } from './caller.ts';

/** Makes an entry of the audit log for something that a caller did. */
export function act(
  caller: AccountCaller,
  origin: { readonly address: string; readonly requestId: string },
  what: { action: string; object: string; details?: Readonly<Record<string, unknown>> },
): AuditEntry {
  const { accountId, keyId } = caller;
  return { accountId, keyId, ...origin, details: {}, ...what };
}
