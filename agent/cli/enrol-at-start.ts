import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { enrolLasting } from '@sonde/sensor/enrolment/enrol.ts';
import { readEnrolment } from '@sonde/sensor/enrolment/enrolment-file.ts';
import { ConfigError } from '@sonde/shared/settings/config-error.ts';
import { systemRandom } from '@sonde/shared/system/system.ts';
import { enrolmentToken } from '../config/enrolment-token.ts';
import type { Config } from '../config/settings.ts';
import type { AgentLog } from '../run/agent.ts';
import { agentSoftware } from '../run/software.ts';
import { openStateDirectory, stateDirectoryPath } from '../run/state-directory.ts';
import { readAuthorities } from './prepare.ts';

/** Tells whether an agent with these settings enrols when it starts: it has a token, and no key. Throws a ConfigError. */
export async function enrolsAtStart(config: Config): Promise<boolean> {
  if (config.key !== undefined || config.key_file !== undefined) return false;
  if (config.enrolment_token === undefined && config.enrolment_token_file === undefined) return false;
  return (await readEnrolment(stateDirectoryPath(config.state))) === undefined;
}

/**
 * Enrols an agent that has a token and no key yet, before anything is captured: without a key nothing can be shipped. Waits for a
 * collector that is not there yet. Throws a ConfigError, and EnrolmentRefused.
 */
export async function enrolAtStart(config: Config, log: AgentLog): Promise<void> {
  if (!(await enrolsAtStart(config))) return;
  const token = await enrolmentToken(config);
  const faults: string[] = [];
  if (config.collectors.length === 0)
    faults.push('No collector is set for the enrolment. Set one with --collector URL.');
  const authorities = await readAuthorities(config.ca_file, faults);
  if (faults.length > 0 || token === undefined) throw new ConfigError(faults);
  const directory = await openStateDirectory(stateDirectoryPath(config.state));
  const site = { collectors: config.collectors, token, authorities, directory };
  const { collector } = await enrolLasting(
    { ...site, software: agentSoftware(), host: hostname(), random: systemRandom },
    {
      chance: Math.random,
      wait: (milliseconds) => delay(milliseconds),
      onFailure: (message) => log.warn(`Enrolment failed and will be retried: ${message}`),
    },
  );
  log.info(`Enrolled at ${collector}. The key is in ${directory.path}.`);
}
