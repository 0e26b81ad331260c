#!/usr/bin/env node
import { runCommand } from './run-command.ts';

/** The `sonde` command. */
// A reader such as head may go before all is written, and so may a terminal.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !(error.code === 'EIO' && process.stdout.isTTY)) throw error;
  process.exit();
});
process.exitCode = await runCommand(process.argv.slice(2));
