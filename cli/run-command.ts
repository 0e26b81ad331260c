import { Command } from 'commander';
import { explainError } from './api/explain-error.ts';
import { commands } from './commands.ts';
import { exitCodes, exitCodesHelp } from './exit-codes.ts';
import packageFile from './package.json' with { type: 'json' };
import { isProgram, knownPrograms } from './programs/known-programs.ts';
import { passTo } from './programs/pass-to.ts';

/** Runs a command line of `sonde` (without the names of Node and the program). Returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    const [first, ...rest] = args;
    if (isProgram(first)) await passTo(first, rest);
    else await (await commandTree(first)).parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    const explanation = explainError(error);
    if (explanation === undefined) throw error;
    if (explanation.message !== undefined) process.stderr.write(`${explanation.message}\n`);
    return explanation.exitCode;
  }
}

/** `sonde` with the command that the line begins with in full, and the others by their summaries. */
async function commandTree(first: string | undefined): Promise<Command> {
  const program = new Command('sonde')
    // Commands below commands have options of the same names.
    .enablePositionalOptions()
    .description(
      'DNS monitoring and intelligence: watch the queries on the network, and find problems of domains.',
    )
    .version(packageFile.version, '-V, --version')
    .addHelpText('after', exitCodesHelp)
    .helpCommand(false);
  for (const [name, { summary, load }] of Object.entries(commands)) {
    if (name === first) program.addCommand((await load())());
    else program.command(name).description(summary);
  }
  for (const [name, { summary }] of Object.entries(knownPrograms)) program.command(name).description(summary);
  for (const command of [program, ...program.commands]) endByException(command);
  return program;
}

function endByException(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) endByException(inner);
}
