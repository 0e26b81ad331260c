#!/usr/bin/env node
import { Command } from 'commander';
import packageFile from '../package.json' with { type: 'json' };
import { benchCommand } from './bench-command.ts';
import { canariesCommand } from './canaries-command.ts';
import { configCommand } from './config-command.ts';
import { errorsCommand } from './errors-command.ts';
import { feedsCommand } from './feeds-command.ts';
import { indicatorsCommand } from './indicators-command.ts';
import { moveCommand } from './move-command.ts';
import { openApiCommand } from './openapi-command.ts';
import { replayCommand } from './replay-command.ts';
import { scanCommand } from './scan-command.ts';
import { serveCommand } from './serve-command.ts';
import { UsageError } from './usage-error.ts';

const program = new Command('sonde-collector')
  // Commands below commands have options of the same names.
  .enablePositionalOptions()
  .description('Takes in what agents saw, stores it, and answers questions about it.')
  .version(packageFile.version)
  .showHelpAfterError();
for (const command of [
  serveCommand,
  scanCommand,
  configCommand,
  openApiCommand,
  errorsCommand,
  indicatorsCommand,
  canariesCommand,
  feedsCommand,
  replayCommand,
  moveCommand,
  benchCommand,
]) {
  program.addCommand(command(packageFile.version));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
