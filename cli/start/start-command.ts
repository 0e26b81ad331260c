import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import { Command } from 'commander';
import { type StartFlags, startOptions } from './options.ts';
import { runSonde } from './run-sonde.ts';

const help = `
All other settings of the collector come from the environment and from /etc/sonde/collector.json; see
docs/configuration.md.

Stop it with Ctrl-C: the agent uploads its remaining data, then the collector stores the data that it accepted.`;

/** Creates the command `sonde start`: it starts the collector and, if it may capture, an agent. */
export function startCommand(): Command {
  return new Command('start')
    .description(
      "Run the collector, and an agent on this machine's interfaces if it has the right to capture.",
    )
    .option(
      '--listen <ADDRESS>',
      'the address that the collector listens on (env SONDE_LISTEN, default 127.0.0.1:8080)',
    )
    .option('--data <DIR>', 'the directory for all data (env SONDE_DATA, default .sonde in the checkout)')
    .option('--no-agent', 'run only the collector')
    .option(
      '--admin-key-file <FILE>',
      'a file with a key of your choice for the administrator (env SONDE_ADMIN_KEY holds the key itself); without it, a key is made and shown once',
    )
    .option(
      '--no-feeds',
      'download no threat feeds; the default is the feeds that everybody is allowed to use without an account (env SONDE_FEEDS)',
    )
    .option(
      '--setup-link',
      "print a link for a new administrator's password, even if the administrator has a password",
    )
    .addHelpText('after', help)
    .action(async (flags: StartFlags) => {
      process.exitCode = await runSonde(startOptions(flags), stopRequest());
    });
}

/**
 * Resolves at the first Ctrl-C or request to end, or when whoever started this is gone. npm and a terminal both tell of the
 * same one, so more say nothing new.
 */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    onParentGone(resolve);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
