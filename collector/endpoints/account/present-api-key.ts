import type { apiKeySchema } from '@sonde/shared/schemas/people/account.ts';
import type { z } from 'zod';
import type { ApiKey } from '../../ports/accounts/api-keys.ts';

/** Presents a key as the API shows it. */
export function presentApiKey({
  id,
  label,
  prefix,
  scope,
  createdAt,
  lastUsedAt,
  role,
  expiresAt,
  bounds,
}: ApiKey): z.input<typeof apiKeySchema> {
  return {
    id,
    label,
    prefix,
    scope: scope.kind,
    location_id: scope.kind === 'location' ? scope.locationId : null,
    resolver_id: scope.kind === 'resolver' ? scope.resolverId : null,
    role,
    expires_at: expiresAt?.toISOString() ?? null,
    families: bounds.families === null ? null : [...bounds.families],
    location_ids: bounds.locationIds === null ? null : [...bounds.locationIds],
    networks: bounds.networks === null ? null : [...bounds.networks],
    read_only: bounds.readOnly,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
