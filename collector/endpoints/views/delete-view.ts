import { NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SavedViewStore } from '../../ports/accounts/saved-views.ts';

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dns-monitoring/views/{id}',
  summary: 'Take a saved view away',
  description: 'People can delete their own views. An analyst can also delete views of the account.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'viewer',
  params: z.object({ id: idSchema }),
  response: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
  async run({ caller, params }, ports: { readonly savedViews: Pick<SavedViewStore, 'remove'> }) {
    const { accountId, personId, role } = caller;
    if (!(await ports.savedViews.remove(accountId, personId, role !== 'viewer', params.id)))
      throw new NotFound('saved view');
    return { success: true as const };
  },
});
