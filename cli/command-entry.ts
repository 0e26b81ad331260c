import type { Command } from 'commander';

/** A command as the help lists it, and what loads it. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<() => Command>;
}
