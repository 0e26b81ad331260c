import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SavedViewStore } from '../../ports/accounts/saved-views.ts';
import { presentView, savedViewSchema } from './present-view.ts';

export const listViews = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/views',
  summary: 'List saved views',
  description: "Returns the caller's own views and the views of the account.",
  family: 'DNS monitoring',
  access: 'authenticated',
  response: z.object({ count: countInAnswer, views: z.array(savedViewSchema) }),
  async run({ caller }, ports: { readonly savedViews: Pick<SavedViewStore, 'list'> }) {
    const views = await ports.savedViews.list(caller.accountId, caller.personId);
    return { count: views.length, views: views.map(presentView) };
  },
});
