import type { RpzChanges } from '@sonde/shared/policy/rpz-rules.ts';

/**
 * A policy target is told of changes to the zone: resolvers that fetch it, files, caches. It must not throw, and does
 * not wait.
 */
export interface PolicyTarget {
  changed(changes: RpzChanges): void;
  /** Resolves when all is done that `changed` began. */
  idle(): Promise<void>;
}
