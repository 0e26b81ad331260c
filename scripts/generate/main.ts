import { parseArgs } from 'node:util';
import { staleFiles, writeStaleFiles } from './generated-files.ts';

// Writes the generated files; with --check, only tells which are stale and ends with 1 if there are any.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
if (values.check) {
  for (const { path } of staleFiles()) {
    process.stderr.write(`${path} is out of date: run npm run format\n`);
    process.exitCode = 1;
  }
} else {
  for (const path of writeStaleFiles()) process.stderr.write(`${path} written\n`);
}
