import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import { Command } from 'commander';
import { type StartFlags, startOptions } from './options.ts';
import { runSonde } from './run-sonde.ts';

const help = `
All other settings of the collector are taken from the environment and from /etc/sonde/collector.json, as
docs/configuration.md has them.

Stop it with Ctrl-C: the agent ships what it holds, then the collector stores what it took.`;

/** Creates the command `sonde start`: it starts the collector and, if it may capture, an agent. */
export function startCommand(): Command {
  return new Command('start')
    .description("Run the collector and, if it may capture, an agent on this machine's interfaces.")
    .option('--listen <ADDRESS>', 'where the collector listens (env SONDE_LISTEN, default 127.0.0.1:8080)')
    .option(
      '--data <DIR>',
      'the directory that everything is kept in (env SONDE_DATA, default .sonde in the checkout)',
    )
    .option('--no-agent', 'the collector alone')
    .option(
      '--admin-key-file <FILE>',
      'a file with a key of your choice for the administrator (env SONDE_ADMIN_KEY holds the key itself); else one is made and shown once',
    )
    .option(
      '--no-feeds',
      'fetch no threat feeds, else those that anybody may use without an account (env SONDE_FEEDS)',
    )
    .option('--setup-link', "print a link for a new administrator's password, also if there is one")
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
