import type { Command } from 'commander';

/** A command entry is a command as the help lists it, with the function that loads it. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<() => Command>;
}
