import { Conflict } from '@sonde/shared/errors.ts';
import type { NewView, SavedView, SavedViewStore } from '../../../ports/accounts/saved-views.ts';

/** A person has at most this many saved views, and an account as many for all. */
export const mostViews = 100;

/** Keeps the filters of a page under a name. Throws a Conflict if the owner has as many as he may have. */
export async function keepView(
  accountId: number,
  view: NewView,
  { savedViews }: { readonly savedViews: Pick<SavedViewStore, 'save'> },
): Promise<SavedView> {
  const saved = await savedViews.save(accountId, view, mostViews);
  if (saved === undefined) throw new Conflict(`There are ${mostViews} saved views at most: take one away.`);
  return saved;
}
