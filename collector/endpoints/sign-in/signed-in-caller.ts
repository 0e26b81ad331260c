import type { passkeySchema } from '@sonde/shared/schemas/people/passkey.ts';
import type { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import type { SignedIn } from '../../domain/people/passkeys/add-passkey.ts';
import type { Origin } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { Passkey } from '../../ports/accounts/passkeys.ts';

/** Presents a passkey as the API shows it. */
export function presentPasskey(passkey: Passkey): z.input<typeof passkeySchema> {
  return {
    id: passkey.id,
    name: passkey.name,
    host: passkey.relyingParty,
    backed_up: passkey.backedUp,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}

/** Writes down what somebody did to the ways on which he signs in. */
export function recordOwnAct(
  caller: SignedIn,
  origin: Origin,
  action: string,
  audit: Pick<AuditLog, 'record'>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return audit.record(act(caller, origin, { action, object: `person:${caller.personId}`, details }));
}
