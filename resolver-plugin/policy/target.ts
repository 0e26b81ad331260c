import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';

/** What has to hear of a changed zone: resolvers that fetch it, files, caches. It must not throw, and does not wait. */
export interface PolicyTarget {
  changed(changes: RpzChanges): void;
  /** Resolves when all is done that `changed` began. */
  idle(): Promise<void>;
}
