import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import { type SavedView, viewPages } from '../../ports/accounts/saved-views.ts';

export const viewShape = {
  page: z.enum(viewPages).describe('The page of the dashboard that it is for.'),
  name: z.string(),
  query: z.string().describe("The query of the page's address, without `?`."),
};

export const savedViewSchema = z
  .object({
    id: idSchema,
    ...viewShape,
    shared: z.boolean().describe("Whether it is everybody's of the account."),
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
