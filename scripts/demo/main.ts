import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoOptions, helpText, readOptions } from './options.ts';
import { runDemo } from './run-demo.ts';

let options: DemoOptions | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${helpText}`);
  process.exit(64);
}

if (options === undefined) {
  process.stdout.write(helpText);
} else {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-demo-'));
  // The embedded PostgreSQL runs as another user where we are root, and has to reach its own directory in here.
  chmodSync(directory, 0o711);
  const good = await runDemo(options, directory);
  if (good && !options.keep) rmSync(directory, { recursive: true, force: true });
  else process.stdout.write(`Logs and data are in ${directory}.\n`);
  process.exitCode = good ? 0 : 1;
}
