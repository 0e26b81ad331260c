import { queries } from './0001-queries.ts';
import type { Migration } from './migration.ts';

/** In the order of their numbers. A migration that was released is never changed again: a new one follows it. */
export const migrations: readonly Migration[] = [queries];
