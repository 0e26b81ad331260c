import { Command } from 'commander';
import { addressUrl } from '../http/server/listen-address.ts';
import { createLog } from '../log/create-log.ts';
import { logDestination } from '../log/log-destination.ts';
import { beginEngines } from '../start/begin-engines.ts';
import { readAhead } from '../start/read-ahead.ts';
import { addConfigFlags, configOf } from './config-flags.ts';
import { UsageError } from './usage-error.ts';

/** `sonde-collector serve`: runs until it is told to stop. A second signal does not wait for anything. */
export function serveCommand(): Command {
  const command = new Command('serve').description('Run the collector.').action(async () => {
    const { config, warnings } = configOf(command);
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    const signals = stopSignals();
    readAhead();
    const log = createLog(config.logLevel, logDestination(1));
    const engines = beginEngines(config, log);
    // Loading most of the program leaves this process no time for anything else; meanwhile the engines start by themselves.
    await engines.begun;
    const { startCollector } = await import('../main.ts');
    const collector = await startCollector(config, log, engines).catch((error: unknown) => {
      log.error({ err: error }, 'the collector did not start');
      throw new UsageError(
        `The collector can't start: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    if (collector.newAdminKey !== undefined) {
      process.stderr.write(`The administrator's API key, shown this once: ${collector.newAdminKey}\n`);
    }
    for (const address of collector.addresses) process.stderr.write(`Listening on ${addressUrl(address)}\n`);
    await signals;
    process.stderr.write('Stopping.\n');
    await collector.stop();
  });
  return addConfigFlags(command);
}

function stopSignals(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  const onSignal = () => {
    if (asked) process.exit(1);
    asked = true;
    resolve();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return promise;
}
