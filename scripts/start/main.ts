import { helpText, readOptions, type StartOptions } from './options.ts';
import { runSonde } from './run-sonde.ts';

let options: StartOptions | undefined;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n\n${helpText}`);
  process.exit(64);
}

if (options === undefined) process.stdout.write(helpText);
else process.exitCode = await runSonde(options, stopRequest());

/** Resolves at the first Ctrl-C or request to end. npm and a terminal both tell of the same one, so more say nothing new. */
function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
