import { runProgram } from '../check/package-program.ts';
import { writeStaleFiles } from '../generate/generated-files.ts';

const paths = process.argv.slice(2);
for (const path of writeStaleFiles()) process.stderr.write(`${path} written\n`);
process.exitCode = await runProgram('biome', ['check', '--write', ...paths]);
