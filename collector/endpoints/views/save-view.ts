import { RoleInsufficient } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { keepView, mostViews } from '../../domain/people/views/save-view.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SavedViewStore } from '../../ports/accounts/saved-views.ts';
import { presentView, savedViewSchema, viewShape } from './present-view.ts';

export const saveView = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/views',
  summary: 'Save the filters of a page under a name',
  description:
    'Saves the view for the caller, or with `shared` for the whole account, which requires the ' +
    'role analyst. A view of the same owner, page and name is replaced. A person and an account ' +
    `can each have at most ${mostViews} views; another one is answered with 409. With a key, all ` +
    'views belong to the account.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'viewer',
  body: z.object({
    ...viewShape,
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ examples: ['Last day'] }),
    query: z
      .string()
      .max(4_000)
      .regex(/^[\x21-\x7e]*$/, 'A query is percent-encoded ASCII.')
      .meta({ examples: ['period=24h'] }),
    shared: z.boolean().default(false),
  }),
  response: savedViewSchema,
  errors: ['conflict', 'role_insufficient'],
  async run({ caller, body }, ports: { readonly savedViews: Pick<SavedViewStore, 'save'> }) {
    const { shared, ...view } = body;
    const personId = shared ? null : caller.personId;
    if (personId === null && caller.role === 'viewer')
      throw new RoleInsufficient('Only analysts can save a view for the whole account.');
    return presentView(await keepView(caller.accountId, { ...view, personId }, ports));
  },
});
