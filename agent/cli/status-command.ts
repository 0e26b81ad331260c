import { unaccounted } from '@sonde/sensor/status/row-account.ts';
import { Command } from 'commander';
import { stateDirectoryPath } from '../run/state-directory.ts';
import { askStatus } from '../status/ask-status.ts';
import { describeStatus } from '../status/describe-status.ts';
import { exitCodes } from './exit-codes.ts';
import { loadFor } from './run-command.ts';

/** Creates the command `status`: it asks the running agent for its status report. */
export function statusCommand(): Command {
  const command = new Command('status')
    .description('print the counters of the running agent: packets, messages, rows and the state of shipping')
    .option('--state <DIR>', 'state directory of the agent')
    .option('--config <FILE>', 'configuration file of the agent')
    .option('--json', 'print JSON');
  return command.action(async (options: { config?: string; json?: boolean }) => {
    const { config } = await loadFor(command, options.config);
    const directory = stateDirectoryPath(config.state);
    const report = await askStatus(directory);
    if (report === undefined) {
      if (options.json === true) process.stdout.write(`${JSON.stringify({ running: false })}\n`);
      else
        process.stderr.write(
          `No agent runs with the state directory ${directory}. Use --state to name another directory.\n`,
        );
      process.exitCode = exitCodes.failed;
    } else if (options.json === true) {
      const full = { running: true, ...report, unaccounted: unaccounted(report) };
      process.stdout.write(`${JSON.stringify(full, null, 2)}\n`);
    } else process.stdout.write(describeStatus(report));
  });
}
