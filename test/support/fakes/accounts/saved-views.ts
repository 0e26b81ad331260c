import type { NewView, SavedView, SavedViewStore } from '../../../../collector/ports/accounts/saved-views.ts';

/** Saved views in memory. */
export class FakeSavedViews implements SavedViewStore {
  #views: (SavedView & { readonly accountId: number })[] = [];
  #last = 0;

  async list(accountId: number, personId: number | null) {
    return this.#views
      .filter((view) => view.accountId === accountId)
      .filter((view) => view.personId === null || view.personId === personId)
      .toSorted((a, b) => (`${a.page} ${a.name}` < `${b.page} ${b.name}` ? -1 : 1))
      .map(({ accountId: _, ...view }) => view);
  }

  async save(accountId: number, view: NewView, most: number) {
    const isSame = (one: NewView) => one.page === view.page && one.name === view.name;
    const owned = this.#views.filter((one) => one.accountId === accountId && one.personId === view.personId);
    if (owned.filter((one) => !isSame(one)).length >= most) return undefined;
    const known = owned.find(isSame);
    const saved: SavedView = {
      ...view,
      id: known?.id ?? ++this.#last,
      createdAt: known?.createdAt ?? new Date(),
    };
    this.#views = [...this.#views.filter((one) => one !== known), { ...saved, accountId }];
    return saved;
  }

  async remove(accountId: number, personId: number | null, shared: boolean, id: number) {
    const found = this.#views.find(
      (view) =>
        view.accountId === accountId &&
        view.id === id &&
        (view.personId === null ? shared : view.personId === personId),
    );
    this.#views = this.#views.filter((view) => view !== found);
    return found !== undefined;
  }
}
