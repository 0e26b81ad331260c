import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { enrol } from '@sonde/sensor/enrolment/enrol.ts';
import { readEnrolment } from '@sonde/sensor/enrolment/enrolment-file.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { systemRandom } from '@sonde/shared/system/system.ts';
import { Command } from 'commander';
import { checkedToken, enrolmentToken } from '../config/enrolment-token.ts';
import { type Config, loadConfig } from '../config/settings.ts';
import { agentSoftware } from '../run/software.ts';
import { openStateDirectory, stateDirectoryPath } from '../run/state-directory.ts';
import { readAuthorities } from './prepare.ts';

interface Options {
  readonly state?: string;
  readonly config?: string;
  readonly caFile?: string;
  readonly again?: true;
}

/** Creates the command `enrol`: it exchanges a token for a key of the agent's own. */
export function enrolCommand(): Command {
  return new Command('enrol')
    .description("exchange an enrolment token (from `sonde enrol create`) for this agent's own key")
    .argument('<URL>', 'the collector: https://..., http://... or unix:/path')
    .argument(
      '[TOKEN]',
      'enrolment token; without this argument, the token is read from SONDE_AGENT_ENROLMENT_TOKEN or standard input, with - from standard input',
    )
    .option('--state <DIR>', 'state directory of the agent')
    .option('--config <FILE>', 'configuration file of the agent')
    .option(
      '--ca-file <FILE>',
      'PEM file with the only certificate authorities that the agent accepts for the collector',
    )
    .option('--again', 'replace the key of an earlier enrolment')
    .action(async (url: string, given: string | undefined, options: Options) => {
      const { config } = loadFor(url, options);
      const state = await openStateDirectory(stateDirectoryPath(config.state));
      const before = await readEnrolment(state.path).catch((error: unknown) => {
        if (options.again === true && error instanceof ConfigError) return undefined;
        throw error;
      });
      if (before !== undefined && options.again !== true) {
        throw new ConfigError([
          `This agent enrolled at ${before.collector} already. --again replaces its key; revoke the old key afterwards.`,
        ]);
      }
      const faults: string[] = [];
      const authorities = await readAuthorities(config.ca_file, faults);
      if (faults.length > 0) throw new ConfigError(faults);
      const { collector } = await enrol({
        collectors: config.collectors,
        token: await tokenFrom(given, config),
        authorities,
        directory: state,
        software: agentSoftware(),
        host: hostname(),
        random: systemRandom,
      });
      process.stdout.write(
        `Enrolled at ${collector}. The key is in ${state.path}. sonde-agent run finds it there.\n`,
      );
    });
}

function loadFor(url: string, options: Options) {
  const flags = {
    collectors: [url],
    ...(options.state !== undefined && { state: options.state }),
    ...(options.caFile !== undefined && { ca_file: options.caFile }),
  };
  return loadConfig({ file: options.config, env: process.env, flags });
}

/** Arguments are seen by every user of the machine, so that there are other ways. */
async function tokenFrom(given: string | undefined, config: Config): Promise<string> {
  if (given !== undefined && given !== '-') return checkedToken(given, 'The token');
  const known = given === '-' ? undefined : await enrolmentToken(config);
  return known ?? checkedToken(readFileSync(0, 'utf8'), 'The token from input');
}
