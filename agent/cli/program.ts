import { explainFailure } from '@sonde/client/explain-failure.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { Command, CommanderError } from 'commander';
import { CaptureError } from '../capture/capture-error.ts';
import { agentVersion } from '../run/software.ts';
import { benchCommand } from './bench-command.ts';
import { canaryCommand } from './canary-command.ts';
import type { CommandParts } from './command-parts.ts';
import { convertCommand } from './convert-command.ts';
import { enrolCommand } from './enrol-command.ts';
import { exitCodes, exitCodesHelp } from './exit-codes.ts';
import { notPermittedAdvice } from './not-permitted.ts';
import { printCommand } from './print-command.ts';
import { recordCommand } from './record-command.ts';
import { replayCommand } from './replay-command.ts';
import { runCommand } from './run-command.ts';
import { settingsCommand } from './settings-command.ts';
import { statusCommand } from './status-command.ts';
import { verifyCommand } from './verify-command.ts';
import { versionCommand } from './version-command.ts';

/** Runs a command line (without the names of node and the program) and returns the exit code. */
export async function runProgram(args: readonly string[], parts: CommandParts): Promise<number> {
  const program = new Command('sonde-agent')
    .description('Captures DNS traffic and ships it to a Sonde collector.')
    .version(agentVersion(), '-V, --version')
    .addHelpText('after', exitCodesHelp)
    .exitOverride();
  program.addCommand(runCommand(parts), { isDefault: true });
  program.addCommand(replayCommand(parts));
  program.addCommand(verifyCommand(parts.verifyFile));
  program.addCommand(printCommand(parts.readTransactions));
  program.addCommand(convertCommand(parts.convertFile));
  program.addCommand(recordCommand(parts));
  program.addCommand(benchCommand());
  program.addCommand(canaryCommand());
  program.addCommand(enrolCommand());
  program.addCommand(statusCommand());
  program.addCommand(settingsCommand());
  program.addCommand(versionCommand());
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    return explain(error);
  }
}

/** Says on standard error what went wrong, and returns the exit code for it. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : 64;
  if (error instanceof CaptureError && error.code === 'not_permitted' && /CAP_NET_RAW/.test(error.message)) {
    process.stderr.write(notPermittedAdvice(error.message));
    return exitCodes.notPermitted;
  }
  process.stderr.write(`${explainFailure(error) ?? (error instanceof Error ? error.message : error)}\n`);
  const isConfiguration =
    error instanceof ConfigError ||
    (error instanceof CaptureError && ['no_such_interface', 'bad_filter'].includes(error.code));
  return isConfiguration ? exitCodes.configuration : exitCodes.failed;
}
