/** A content problem is something wrong in a file that an operator edits. */
export interface ContentProblem {
  /** The file as the operator finds it. */
  readonly file: string;
  /** From 1; null if the file as a whole is at fault. */
  readonly line: number | null;
  readonly message: string;
}

/** A content set has the items in force of one kind of content files. */
export interface ContentSet<Item> {
  /** By id. */
  readonly items: readonly Item[];
  /** Changes whenever an item does. */
  readonly version: string;
  /** Parts of the files that are not in force. A file that is wrong now counts as it was when it was right last. */
  readonly problems: readonly ContentProblem[];
}

export interface Content<Item> {
  readonly current: ContentSet<Item>;
}

/** Reloadable content is read anew when its files change. */
export interface ReloadableContent {
  /** In kebab case: the name of its folder. */
  readonly kind: string;
  readonly current: ContentSet<unknown>;
  /** Takes changed files over. Never throws for what an operator wrote. */
  refresh(): Promise<void>;
}
