import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import { Command } from 'commander';
import { type StartFlags, startOptions } from './options.ts';
import { runSonde } from './run-sonde.ts';

const help = `
Give all other settings of the collector in the environment or in /etc/sonde/collector.json (docs/configuration.md).

Press Ctrl-C to stop. First the agent uploads its remaining rows, then the collector stores all rows that it accepted.`;

/** Creates the command `sonde start`: it starts the collector and, if it may capture, an agent. */
export function startCommand(): Command {
  return new Command('start')
    .description(
      "Run the collector, and an agent on this machine's interfaces if it has the right to capture.",
    )
    .option(
      '--listen <ADDRESS>',
      'address that the collector listens on (env SONDE_LISTEN, default 127.0.0.1:8080)',
    )
    .option('--data <DIR>', 'directory for all data (env SONDE_DATA, default .sonde in the checkout)')
    .option('--no-agent', 'run the collector without an agent')
    .option(
      '--admin-key-file <FILE>',
      'file with an API key of your choice for the administrator (env SONDE_ADMIN_KEY holds the key itself); without it, the first start creates a key and shows it once',
    )
    .option(
      '--no-feeds',
      'fetch no threat feeds (default: the feeds of SONDE_FEEDS, or the feeds that need no account)',
    )
    .option('--setup-link', "print a link that sets the administrator's password, even if a password is set")
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
