import { runProgram } from '../cli/program.ts';

/** The program as a single executable, whose script is CommonJS: it has no `await` of its own. */
void runProgram(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
