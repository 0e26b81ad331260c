import { join } from 'node:path';
import { Command } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { ask } from '../run/status-socket.ts';
import { describeCounts } from './describe-counts.ts';
import { exitCodes } from './exit-codes.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';

/** Creates the command `policy rollback`: it takes the policy on this machine back to an earlier version. */
export function policyCommand(): Command {
  const command = new Command('policy').description('manage the policy on this machine');
  const rollback = new Command('rollback')
    .description('return to the previous policy, and reject the one in force')
    .option('--json', 'print JSON');
  addSettingOptions(rollback, ['state']);
  rollback.action(async (options: { config?: string; json?: boolean }) => {
    const flags = { collector: 'http://localhost', ...givenSettings(rollback) };
    const { state } = loadSettings({ file: options.config, env: process.env, flags });
    const answer = await ask(join(state, 'status.sock'), 'rollback');
    if (typeof answer !== 'object' || answer === null || 'error' in answer) {
      const why =
        answer === undefined
          ? `No sonde-resolver is running with the state directory ${state}.`
          : JSON.stringify(answer);
      process.stderr.write(`${why}\n`);
      process.exitCode = exitCodes.failed;
      return;
    }
    process.stdout.write(options.json === true ? `${JSON.stringify(answer)}\n` : describeCounts(answer));
    if (!('rolled_back' in answer) || answer.rolled_back !== true) {
      process.stderr.write('There is no previous policy.\n');
      process.exitCode = exitCodes.failed;
    }
  });
  return command.addCommand(rollback);
}
