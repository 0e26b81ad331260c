import { idSchema } from '@sonde/shared/schemas/id.ts';
import { ownerSchema, threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import {
  type ChangeThreatsPorts,
  changeThreats as change,
} from '../../domain/traffic/monitoring/change-threats.ts';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const note = z.string().trim().max(2_000).nullish();
const ids = z.array(idSchema).min(1).max(200).describe('Ids of at most 200 threats.');

export const changeThreats = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/threats/bulk',
  summary: 'Resolve, reopen or assign many threats',
  description: 'Changes the threats one after the other. The answer shows the result for each of them.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  body: z
    .discriminatedUnion('action', [
      z.object({ action: z.literal('resolve'), ids, note }),
      z.object({ action: z.literal('reopen'), ids, note }),
      z.object({ action: z.literal('assign'), ids, owner: ownerSchema }),
    ])
    .meta({ examples: [{ action: 'resolve', ids: [1] }] }),
  response: z.object({
    changed: z
      .array(threatSchema)
      .describe('The threats after the change, including those that already were as requested.'),
    not_found: z.array(z.int()),
    seen_again: z
      .array(z.int())
      .describe('Ids of threats that stay resolved, because another threat about the same subject is open.'),
  }),
  async run({ caller, body }, ports: ChangeThreatsPorts) {
    const wanted =
      body.action === 'assign'
        ? { action: body.action, owner: body.owner }
        : { action: body.action, note: body.note || null };
    const { changed, notFound, seenAgain } = await change(caller.accountId, body.ids, wanted, ports);
    return {
      changed: changed.map(presentThreat),
      not_found: [...notFound],
      seen_again: [...seenAgain],
    };
  },
});
