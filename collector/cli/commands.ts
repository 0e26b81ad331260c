import type { Command } from 'commander';

/**
 * The table names the commands in the order of the help, each with the function that loads it. Together they are most
 * of the program, so that who asks for one is not kept waiting for the others.
 */
export const commands: Readonly<Record<string, () => Promise<(version: string) => Command>>> = {
  serve: async () => (await import('./serve-command.ts')).serveCommand,
  config: async () => (await import('./config-command.ts')).configCommand,
  openapi: async () => (await import('./openapi-command.ts')).openApiCommand,
  errors: async () => (await import('./errors-command.ts')).errorsCommand,
  move: async () => (await import('./move-command.ts')).moveCommand,
  restore: async () => (await import('./restore-command.ts')).restoreCommand,
  bench: async () => (await import('./bench-command.ts')).benchCommand,
};

/** Gives the command that a command line begins with, or all commands if it begins with none. */
export function commandsFor(first: string | undefined): (() => Promise<(version: string) => Command>)[] {
  return first !== undefined && Object.hasOwn(commands, first) ? [commands[first]!] : Object.values(commands);
}
