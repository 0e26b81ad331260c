import { DomainError, InvalidInput, RoleInsufficient } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { apiKeySchema, roleSchema } from '@sonde/shared/schemas/people/account.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import { families } from '../../domain/people/access/families.ts';
import { createApiKey as create } from '../../domain/people/accounts/api-keys.ts';
import {
  checkLocations,
  checkWithin,
  readNetworks,
  unique,
} from '../../domain/people/accounts/new-key-bounds.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ApiKeyStore } from '../../ports/accounts/api-keys.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { KeyBounds } from '../../ports/accounts/key-bounds.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { presentApiKey } from './present-api-key.ts';

const keyLabelSchema = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not have control characters');

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/account/api-keys',
  summary: 'Make a key for the account',
  description:
    'Creates an API key and returns it. The key is shown only in this answer; the collector ' +
    'stores only its hash. A key with a lesser role has the rights of a member with that role, in ' +
    'REST, GraphQL and Socket.IO alike. An expired key stops working within seconds. A key that ' +
    'is limited to families, locations, networks or reading cannot create or revoke keys, and ' +
    'cannot change members or providers.',
  family: 'Account',
  access: 'authenticated',
  confirmed: true,
  body: z.object({
    label: keyLabelSchema.optional(),
    name: keyLabelSchema.optional().describe('Another name for `label`. If both are given, `label` applies.'),
    administrator: z
      .boolean()
      .default(false)
      .describe(
        'Whether the key has the rights of an administrator. Only administrators can create such a key.',
      ),
    role: roleSchema.optional().describe('Role of the key. Default: the role of the caller.'),
    expires_in_days: z
      .int()
      .min(1)
      .max(3_650)
      .optional()
      .describe('Days until the key expires. Default: it never expires.'),
    provisioning: z
      .boolean()
      .default(false)
      .describe(
        'Whether the key is for a provider that provisions people by SCIM. Such a key can do nothing else.',
      ),
    families: z
      .array(z.enum(Object.keys(families)))
      .min(1)
      .max(Object.keys(families).length)
      .nullish()
      .describe('Limits the key to operations of these families.'),
    location_ids: z
      .array(idSchema)
      .min(1)
      .max(100)
      .nullish()
      .describe(
        'Limits the key to operations about one of these locations, and to operations that need no key.',
      ),
    networks: z
      .array(z.string().max(50))
      .min(1)
      .max(50)
      .nullish()
      .describe('Limits the key to requests from these addresses, or networks in CIDR notation.'),
    read_only: z.boolean().default(false).describe('Whether the key can only read.'),
  }),
  response: z.object({
    ...apiKeySchema.shape,
    api_key: z.string().describe('The key, shown only in this answer.'),
  }),
  status: 201,
  errors: ['conflict', 'forbidden'],
  async run(
    { caller, body, origin },
    ports: {
      apiKeys: Pick<ApiKeyStore, 'createWithin'>;
      random: Random;
      clock: Clock;
      audit: Pick<AuditLog, 'record'>;
      locations: Pick<LocationStore, 'find'>;
    },
  ) {
    if (body.administrator && !caller.administrator) {
      throw new DomainError('forbidden', 'Only administrators can create keys with administrator rights.');
    }
    if (body.administrator && body.provisioning) {
      throw new InvalidInput('provisioning', 'cannot be combined with administrator rights');
    }
    const role = body.role ?? (body.administrator || body.provisioning ? 'owner' : caller.role);
    if (role === 'owner' && caller.role !== 'owner') {
      throw new RoleInsufficient(
        'Only owners can create keys with the rights of an owner, or for provisioning.',
      );
    }
    if (role !== 'owner' && (body.administrator || body.provisioning)) {
      throw new InvalidInput('role', 'is only for keys of the account');
    }
    const bounds = {
      families: body.families == null ? null : unique(body.families),
      locationIds: body.location_ids == null ? null : unique(body.location_ids),
      networks: readNetworks(body.networks),
      readOnly: body.read_only,
    };
    if (
      (body.administrator || body.provisioning) &&
      (bounds.families !== null || bounds.locationIds !== null || bounds.readOnly)
    ) {
      throw new InvalidInput(
        'families',
        'cannot limit administrator or provisioning keys, nor can locations and read-only access',
      );
    }
    const days = body.expires_in_days;
    const expiresAt = days === undefined ? null : new Date(ports.clock.now() + days * 86_400_000);
    checkWithin(caller, bounds, expiresAt);
    await checkLocations(caller.accountId, bounds.locationIds, ports);
    const { apiKey, key } = await create(
      {
        accountId: caller.accountId,
        label: body.label ?? body.name ?? '',
        role,
        expiresAt,
        bounds,
        kind: body.administrator ? 'admin' : body.provisioning ? 'provisioning' : 'account',
      },
      ports,
    );
    await ports.audit.record(
      act(caller, origin, {
        action: 'key_created',
        object: `key:${apiKey.id}`,
        details: { prefix: apiKey.prefix, scope: apiKey.scope.kind, role: apiKey.role, ...narrowing(bounds) },
      }),
    );
    return { ...presentApiKey(apiKey), api_key: key };
  },
});

/** Names the bounds that narrow a key, for the record. */
function narrowing(bounds: KeyBounds) {
  return Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== null && value !== false));
}
