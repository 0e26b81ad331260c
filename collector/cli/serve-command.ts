import { reloadAtHangup } from '@sonde/shared/settings/reload-at-hangup.ts';
import { onParentGone } from '@sonde/shared/system/parent-gone.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command, Option } from 'commander';
import type { LoadedConfig } from '../config/load-config.ts';
import { settings } from '../config/settings.ts';
import type { SetupLinkWhen } from '../domain/people/provisioning/offer-setup-link.ts';
import { setupLinkUrl } from '../domain/people/sessions/setup-link-url.ts';
import { addressUrl } from '../http/server/listen-address.ts';
import { type AdjustableLog, createLog } from '../log/create-log.ts';
import { logDestination } from '../log/log-destination.ts';
import { beginEngines } from '../start/begin-engines.ts';
import { readAhead } from '../start/read-ahead.ts';
import { addConfigFlags, configOf } from './config-flags.ts';

const setupLinkOption = new Option(
  '--setup-link <WHEN>',
  "when to print a link that sets the administrator's password: never, until a password is set (once), or at every start (always)",
)
  .choices(['never', 'once', 'always'])
  .default('never');

interface ServeOptions {
  readonly setupLink: SetupLinkWhen;
  readonly openSources?: true;
}

/** Switches the open sources on if an operator chose nothing: a choice stays, be it nothing. */
function withOpenSources({ config, origins }: LoadedConfig): LoadedConfig['config'] {
  return {
    ...config,
    ...(origins.feeds === 'default' && { feeds: ['default'] }),
    ...(origins.datasets === 'default' && { datasets: ['default'] }),
  };
}

/**
 * The command `sonde collector serve` runs the collector until it is told to stop. A second signal does not wait for
 * anything.
 */
export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Run the collector until it receives SIGTERM or SIGINT.')
    .addOption(setupLinkOption)
    .option(
      '--open-sources',
      'fetch the threat feeds and datasets that need no account, if the settings choose none',
    );
  command.action(async ({ setupLink, openSources }: ServeOptions) => {
    const loaded = configOf(command);
    const config = openSources === true ? withOpenSources(loaded) : loaded.config;
    for (const warning of loaded.warnings) process.stderr.write(`${warning}\n`);
    const signals = stopSignals();
    readAhead();
    const destination = logDestination(1);
    const log = createLog(config.logLevel, destination);
    const engines = beginEngines(config, log);
    // Loading most of the program leaves this process no time for anything else; meanwhile the engines start by themselves.
    await engines.begun;
    const { startCollector } = await import('../main.ts');
    const collector = await startCollector(config, log, engines, setupLink, destination.lostLines).catch(
      (error: unknown) => {
        log.error({ err: error }, 'the collector did not start');
        throw new UsageError(
          `The collector can't start: ${error instanceof Error ? error.message : String(error)}`,
        );
      },
    );
    if (collector.newAdminKey !== undefined) {
      process.stderr.write(
        config.adminKeyFile === undefined
          ? `The administrator's API key, shown this once: ${collector.newAdminKey}\n`
          : `The administrator's API key is in ${config.adminKeyFile}.\n`,
      );
    }
    const [first] = collector.addresses;
    if (collector.setupToken !== undefined && first !== undefined) {
      const link = setupLinkUrl(addressUrl(first), collector.setupToken);
      process.stderr.write(`To set the administrator's password, open within an hour: ${link}\n`);
    }
    for (const sentence of collector.advice) process.stderr.write(`${sentence}\n`);
    for (const address of collector.addresses) process.stderr.write(`Listening on ${addressUrl(address)}\n`);
    if (!process.stdin.isTTY) takeUpLogLevel(() => configOf(command), loaded, log);
    await signals;
    process.stderr.write('Stopping.\n');
    await collector.stop();
  });
  return addConfigFlags(command);
}

/** At a SIGHUP takes up another log level. */
function takeUpLogLevel(load: () => LoadedConfig, loaded: LoadedConfig, log: AdjustableLog): void {
  reloadAtHangup({
    table: settings,
    loaded,
    load,
    use: async ({ logLevel }) => {
      log.setLevel(logLevel);
      return [];
    },
    log: {
      info: (sentence) => log.info({}, sentence),
      warn: (sentence) => log.warn({}, sentence),
      error: (sentence) => log.error({}, sentence),
    },
  });
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
  onParentGone(onSignal);
  return promise;
}
