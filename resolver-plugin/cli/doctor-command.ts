import { join } from 'node:path';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { Command } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { readRegistration, registrationPath } from '../config/registration.ts';
import type { Settings } from '../config/settings.ts';
import { checkCanary } from '../doctor/check-canary.ts';
import { checkCollector } from '../doctor/check-collector.ts';
import { checkDaemon } from '../doctor/check-daemon.ts';
import { checkSocket } from '../doctor/check-socket.ts';
import { checkState } from '../doctor/check-state.ts';
import { type Finding, wrong } from '../doctor/finding.ts';
import { resolverProcesses } from '../doctor/resolver-process.ts';
import { readEndpoint } from '../net/read-endpoint.ts';
import { ask } from '../run/status-socket.ts';
import { exitCodes } from './exit-codes.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';

interface Flags {
  readonly config?: string;
  readonly json?: boolean;
  readonly resolver?: string;
}

/** Creates the command `doctor`: it lists the faults, and advises on each. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('find problems between the resolver, the plugin and the collector')
    .option(
      '--resolver <ADDRESS:PORT>',
      'address of the resolver (default: the first address in notify, or 127.0.0.1:53)',
    )
    .option('--json', 'print JSON');
  addSettingOptions(command);
  return command.action(async (options: Flags) => {
    const flags = givenSettings(command);
    const settings = loadSettings({ file: options.config, env: process.env, flags });
    const findings = await examine(settings, options.resolver);
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
    if (options.json === true) process.stdout.write(`${JSON.stringify({ findings })}\n`);
    else {
      process.stdout.write(findings.map(described).join(''));
      process.stdout.write(`\n${count('well')} well, ${count('odd')} odd, ${count('wrong')} wrong\n`);
    }
    if (count('wrong') > 0) process.exitCode = exitCodes.failed;
  });
}

async function examine(settings: Settings, resolverText: string | undefined): Promise<Finding[]> {
  const path = registrationPath(settings);
  const findings: Finding[] = [await checkState(settings.state, path)];
  try {
    findings.push(...(await checkCollector(settings.collector, await readRegistration(path))));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(wrong('registration', error.message, 'Run "sonde-resolver register".'));
  }
  const statusSocket = join(settings.state, 'status.sock');
  const status = await ask(statusSocket, 'status').catch(() => undefined);
  findings.push(...checkDaemon(status, settings.zone_file === undefined));
  // Whoever is connected may write; others on this machine need not.
  if (!findings.some(({ check, state }) => check === 'dnstap' && state === 'well')) {
    findings.push(...(await checkSocket(settings.dnstap_socket, await resolverProcesses())));
  }
  const resolver =
    resolverText === undefined
      ? (settings.notify[0] ?? { host: '127.0.0.1', port: 53 })
      : readEndpoint(resolverText);
  if (status !== undefined) findings.push(...(await checkCanary(statusSocket, resolver)));
  return findings;
}

function described({ check, state, message, advice }: Finding): string {
  const sign = { well: 'ok   ', odd: 'ODD  ', wrong: 'WRONG' }[state];
  return `${sign} ${check}: ${message}\n${advice === undefined ? '' : `      ${advice}\n`}`;
}
