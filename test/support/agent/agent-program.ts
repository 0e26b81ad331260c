import { runProgram } from '../../../agent/cli/program.ts';
import { testParts } from './agent-parts.ts';

/** The agent's program over test parts, as a process of its own. */
process.exitCode = await runProgram(process.argv.slice(2), testParts);
