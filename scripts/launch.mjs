// The one way into Sonde: brings what is missing, then starts what was asked for. Plain JavaScript without dependencies,
// because it runs before anything is installed and on older Node versions (18 and later).
import { commands, helpText } from './launcher/commands.mjs';
import { prepare } from './launcher/prepare.mjs';
import { createProgress } from './launcher/progress.mjs';
import { runProgram } from './launcher/run-program.mjs';
import { SetupError } from './launcher/setup-error.mjs';

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
// Only the file that is to run tells which program that is.
if (command === undefined || (command.program === undefined && !args[0]?.endsWith('.ts'))) {
  process.stderr.write(helpText());
  process.exit(name === undefined || name === '--help' ? 0 : 64);
}

const progress = createProgress(process.stderr);
try {
  const runtime = await prepare(command.needs(args), progress);
  const [program, ...rest] =
    command.program === undefined ? args : [command.program, ...(command.args ?? []), ...args];
  process.exitCode = await runProgram(runtime, program, rest);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  progress.fail(error);
  process.exitCode = error.exitCode;
}
