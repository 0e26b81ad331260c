export const viewPages = ['overview', 'queries', 'threats'] as const;
export type ViewPage = (typeof viewPages)[number];

/** A saved view has the filters of a page under a name. */
export interface SavedView {
  readonly id: number;
  /** The owner of the view; null: everybody's of the account. */
  readonly personId: number | null;
  readonly page: ViewPage;
  readonly name: string;
  /** The query of the page's address, which holds its whole state. */
  readonly query: string;
  readonly createdAt: Date;
}

export type NewView = Omit<SavedView, 'id' | 'createdAt'>;

export interface SavedViewStore {
  /** A person's own and the account's, by page and name. */
  list(accountId: number, personId: number | null): Promise<SavedView[]>;
  /** Keeps one, in the place of the owner's of that name. Undefined if the owner would have more than `most` of them. */
  save(accountId: number, view: NewView, most: number): Promise<SavedView | undefined>;
  /** Takes away one of the person's own, or of the account's if `shared`. False if there is no such view. */
  remove(accountId: number, personId: number | null, shared: boolean, id: number): Promise<boolean>;
}
