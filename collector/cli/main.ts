#!/usr/bin/env node
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { commandsFor } from './commands.ts';

const program = new Command('sonde collector')
  // Commands below commands have options of the same names.
  .enablePositionalOptions()
  .description('Run and manage the collector, which stores the data of agents and answers queries about it.')
  .version(packageFile.version)
  .showHelpAfterError();
for (const load of commandsFor(process.argv[2])) {
  const command = await load();
  program.addCommand(command(packageFile.version));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
