/** A dataset change states what an administrator says of a dataset while collectors run. */
export interface DatasetChange {
  /** Null leaves it to the settings. */
  readonly enabled: boolean | null;
  /** When somebody last asked to have it looked at, which every collector does for itself. */
  readonly askedAt: Date | null;
}

/** The store has the settings of datasets that collectors on one database share. */
export interface DatasetSettingsStore {
  changes(): Promise<ReadonlyMap<string, DatasetChange>>;
  switch(dataset: string, enabled: boolean | null): Promise<void>;
  ask(dataset: string, at: Date): Promise<void>;
}
