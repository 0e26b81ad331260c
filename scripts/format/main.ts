import { runProgram } from '../check/package-program.ts';

const paths = process.argv.slice(2);
process.exitCode = runProgram('biome', ['check', '--write', ...paths]);
