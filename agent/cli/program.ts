import { Command, CommanderError } from 'commander';
import { CaptureError } from '../capture/capture-error.ts';
import { ConfigError } from '../config/config-error.ts';
import type { AgentParts } from '../run/row-pipeline.ts';
import { agentVersion } from '../run/software.ts';
import { benchCommand } from './bench-command.ts';
import { canaryCommand } from './canary-command.ts';
import { exitCodes, exitCodesHelp } from './exit-codes.ts';
import { notPermittedAdvice } from './not-permitted.ts';
import { printCommand } from './print-command.ts';
import { replayCommand } from './replay-command.ts';
import { runCommand } from './run-command.ts';
import { settingsCommand } from './settings-command.ts';
import { statusCommand } from './status-command.ts';
import { verifyCommand } from './verify-command.ts';
import { versionCommand } from './version-command.ts';

/** What the commands need from outside; `main.ts` gives the real ones. */
export interface CommandParts extends AgentParts {
  /** Counts of a capture file, as JSON; without it there is no such command. */
  readonly verifyFile?: (
    path: string,
    ports: readonly number[],
  ) => Promise<object & { readonly damage?: string | null }>;
  /** Gives out the transactions of a capture file; without it there is no such command. `ready` is awaited now and then. */
  readonly readTransactions?: (
    path: string,
    ports: readonly number[],
    take: (transaction: object) => void,
    ready: () => Promise<void>,
  ) => Promise<void>;
}

/** Runs a command line (without the names of node and the program) and returns the exit code. */
export async function runProgram(args: readonly string[], parts: CommandParts): Promise<number> {
  const program = new Command('sonde-agent')
    .description('Captures DNS traffic and ships it to a Sonde collector.')
    .version(agentVersion(), '-V, --version')
    .addHelpText('after', exitCodesHelp)
    .exitOverride();
  program.addCommand(runCommand(parts), { isDefault: true });
  program.addCommand(replayCommand(parts));
  if (parts.verifyFile !== undefined) program.addCommand(verifyCommand(parts.verifyFile));
  if (parts.readTransactions !== undefined) program.addCommand(printCommand(parts.readTransactions));
  program.addCommand(benchCommand());
  program.addCommand(canaryCommand());
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
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  const isConfiguration =
    error instanceof ConfigError ||
    (error instanceof CaptureError && ['no_such_interface', 'bad_filter'].includes(error.code));
  return isConfiguration ? exitCodes.configuration : exitCodes.failed;
}
