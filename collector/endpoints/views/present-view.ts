import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { type SavedView, viewPages } from '../../ports/accounts/saved-views.ts';

export const viewShape = {
  page: z.enum(viewPages).describe('The page of the dashboard to which the view belongs.'),
  name: z.string(),
  query: z.string().describe('The query string of the page, without `?`.'),
};

export const savedViewSchema = z
  .object({
    id: idSchema,
    ...viewShape,
    shared: z.boolean().describe('Whether the view is for everyone in the account.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' });

/** Presents a view as the API shows it. */
export function presentView({
  personId,
  createdAt,
  id,
  page,
  name,
  query,
}: SavedView): z.input<typeof savedViewSchema> {
  return { id, page, name, query, shared: personId === null, created_at: createdAt.toISOString() };
}
