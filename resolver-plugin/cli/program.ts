import { explainFailure } from '@sonde/client/explain-failure.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { Command, CommanderError } from 'commander';
import { pluginVersion } from '../version.ts';
import { benchCommand } from './bench-command.ts';
import { dnstapCommand } from './dnstap-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { exitCodes, exitCodesHelp } from './exit-codes.ts';
import { policyCommand } from './policy-command.ts';
import { registerCommand } from './register-command.ts';
import { runCommand } from './run-command.ts';
import { settingsCommand } from './settings-command.ts';
import { setupCommand } from './setup-command.ts';
import { shipCommand } from './ship-command.ts';
import { statusCommand } from './status-command.ts';
import { UsageError } from './usage-error.ts';
import { versionCommand } from './version-command.ts';

/** Runs a command line (without the names of node and the program) and returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const program = new Command('sonde-resolver')
    .description(
      'Runs beside a DNS resolver: receives its queries over dnstap, and gives it a policy to enforce.',
    )
    .version(pluginVersion(), '-V, --version')
    .addHelpText('after', exitCodesHelp)
    .exitOverride();
  program.addCommand(registerCommand());
  program.addCommand(setupCommand());
  program.addCommand(runCommand());
  program.addCommand(statusCommand());
  program.addCommand(doctorCommand());
  program.addCommand(dnstapCommand());
  program.addCommand(shipCommand());
  program.addCommand(policyCommand());
  program.addCommand(benchCommand());
  program.addCommand(settingsCommand());
  program.addCommand(versionCommand());
  for (const command of program.commands) {
    command.exitOverride();
    for (const inner of command.commands) inner.exitOverride();
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    return explain(error);
  }
}

/** Says on standard error what went wrong, and returns the exit code for it. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  process.stderr.write(`${explainFailure(error) ?? (error instanceof Error ? error.message : error)}\n`);
  if (error instanceof ConfigError) return exitCodes.configuration;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
