import { idSchema } from '@sonde/shared/schemas/id.ts';
import { locationNameSchema } from '@sonde/shared/schemas/location.ts';
import { resolverModuleSchema, resolverModules } from '@sonde/shared/schemas/resolver-module.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type RegisterResolverPorts,
  registerResolver as register,
} from '../../domain/traffic/resolvers/register-resolver.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentResolver } from './present-resolver.ts';

export const registerResolver = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unbound/register',
  summary: 'Register a resolver',
  description:
    'Returns a key for each module, shown only in this answer. Each key can call only the ' +
    'operations of its module. If the account has no location with the given name, the location ' +
    'is created.',
  family: 'Resolvers',
  access: 'authenticated',
  body: z.object({
    resolver_name: locationNameSchema,
    location: locationNameSchema,
    modules_enabled: z
      .array(resolverModuleSchema)
      .min(1)
      .max(resolverModules.length)
      .refine((modules) => new Set(modules).size === modules.length, 'must name each module once')
      .meta({ examples: [['threat_intel', 'analytics', 'policy'], ['policy']] }),
  }),
  response: z.object({
    resolver_id: idSchema,
    resolver_name: z.string(),
    location: z.string(),
    location_id: idSchema.nullable(),
    modules_enabled: z.array(z.string()),
    api_key: z
      .string()
      .nullable()
      .describe('The key, if only one module is enabled. Otherwise null; see `api_keys`.'),
    api_keys: z.partialRecord(resolverModuleSchema, z.string()).describe('The key of each module.'),
    location_key: z
      .string()
      .nullable()
      .describe(
        'The key with which the resolver sends single queries to the location. Only with the module `analytics`.',
      ),
    created_at: timestampSchema,
  }),
  status: 201,
  errors: ['conflict'],
  async run(
    { caller, body, origin },
    ports: RegisterResolverPorts & { readonly audit: Pick<AuditLog, 'record'> },
  ) {
    const { resolver, keys, locationKey } = await register(
      {
        accountId: caller.accountId,
        name: body.resolver_name,
        location: body.location,
        modules: body.modules_enabled,
      },
      ports,
    );
    const details = { name: resolver.name, modules: resolver.modules.join(' ') };
    await ports.audit.record(
      act(caller, origin, { action: 'resolver_registered', object: `resolver:${resolver.id}`, details }),
    );
    const { last_seen: _, policy: _none, ...shown } = presentResolver(resolver);
    const [only, ...more] = Object.values(keys);
    return {
      ...shown,
      api_key: only !== undefined && more.length === 0 ? only : null,
      api_keys: keys,
      location_key: locationKey ?? null,
    };
  },
});
