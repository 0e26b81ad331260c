import { join } from 'node:path';
import { Command } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { ask } from '../run/status-socket.ts';
import { describeCounts } from './describe-counts.ts';
import { exitCodes } from './exit-codes.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';

/** Creates the command `status`: it asks the running daemon for its status. */
export function statusCommand(): Command {
  const command = new Command('status')
    .description('print the state of the running sonde-resolver')
    .option('--json', 'print JSON');
  addSettingOptions(command, ['state']);
  return command.action(async (options: { config?: string; json?: boolean }) => {
    const flags = { collector: 'http://localhost', ...givenSettings(command) };
    const { state } = loadSettings({ file: options.config, env: process.env, flags });
    const status = await ask(join(state, 'status.sock'), 'status');
    if (typeof status !== 'object' || status === null) {
      if (options.json === true) process.stdout.write(`${JSON.stringify({ running: false })}\n`);
      else process.stderr.write(`No sonde-resolver is running with the state directory ${state}.\n`);
      process.exitCode = exitCodes.failed;
    } else {
      process.stdout.write(options.json === true ? `${JSON.stringify(status)}\n` : describeCounts(status));
    }
  });
}
