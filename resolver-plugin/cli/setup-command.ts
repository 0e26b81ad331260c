import { hostname } from 'node:os';
import { join } from 'node:path';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { Argument, Command } from 'commander';
import { checkCanary } from '../doctor/check-canary.ts';
import { type Endpoint, readEndpoint } from '../net/read-endpoint.ts';
import { runControl } from '../policy/run-command.ts';
import {
  defaultDirectories,
  defaultDnstapSocket,
  defaultPrimary,
  defaultState,
  defaultZone,
} from '../setup/defaults.ts';
import type { Setup, SetupOptions } from '../setup/options.ts';
import { printedSetup, type ResolverKind, resolverSetup, resolverSetups } from '../setup/resolvers.ts';
import { readTsigFile } from '../setup/tsig-file.ts';
import { writeSetup } from '../setup/write-setup.ts';
import { exitCodes } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

interface Flags {
  readonly write?: boolean;
  readonly print?: boolean;
  readonly restart?: boolean;
  readonly resolver: string;
  readonly state: string;
  readonly dnstapSocket: string;
  readonly identity: string;
  readonly zone: string;
  readonly primary: string;
  readonly tsigKeyFile?: string;
  readonly keepCopy?: boolean;
  readonly configDirectory?: string;
  readonly stateDirectory?: string;
}

const kinds = Object.keys(resolverSetups) as ResolverKind[];

/** Creates the command `setup`: it writes the resolver's side of the configuration. */
export function setupCommand(): Command {
  return new Command('setup')
    .description("print or write the resolver's configuration for dnstap and the policy zone")
    .addArgument(new Argument('<RESOLVER>').choices(kinds))
    .option('--print', 'print the configuration and the remaining steps (the default)')
    .option('--write', "write the configuration and run the resolver's own checker")
    .option('--restart', 'with --write: restart the resolver, and test dnstap and policy with a canary name')
    .option('--resolver <ADDRESS:PORT>', 'address of the resolver, for the canary test', '127.0.0.1:53')
    .option('--state <DIR>', 'state directory of the plugin, for the canary test', defaultState)
    .option('--dnstap-socket <PATH>', 'Unix socket of the plugin', defaultDnstapSocket)
    .option('--identity <NAME>', 'identity of the resolver in dnstap', hostname())
    .option('--zone <NAME>', 'name of the policy zone', defaultZone)
    .option(
      '--primary <HOST:PORT>',
      'address and port where the plugin serves the zone',
      `${defaultPrimary.host}:${defaultPrimary.port}`,
    )
    .option(
      '--tsig-key-file <FILE>',
      'bind, pdns: sign zone transfers with the TSIG key in this file, as [ALGORITHM:]NAME:SECRET',
    )
    .option('--keep-copy', 'unbound: also store the policy in a file, which delays changes of large policies')
    .option('--config-directory <DIR>', "configuration directory of the resolver (default: Debian's)")
    .option('--state-directory <DIR>', "directory for the resolver's copy of the policy (default: Debian's)")
    .action(async (kind: ResolverKind, flags: Flags) => {
      if (flags.write === true && flags.print === true)
        throw new UsageError('Use either --print or --write.');
      if (flags.restart === true && flags.write !== true) throw new UsageError('--restart needs --write.');
      const setup = resolverSetup(kind, await optionsOf(kind, flags));
      if (flags.write !== true) {
        process.stdout.write(printedSetup(setup));
        return;
      }
      for (const [path, state] of await writeSetup(setup)) process.stdout.write(`${state}: ${path}\n`);
      if (flags.restart === true) {
        await restartAndProve(
          setup,
          join(flags.state, 'status.sock'),
          usable(() => readEndpoint(flags.resolver)),
        );
        return;
      }
      const steps = setup.steps.map((step, index) => `${index + 1}. ${step}\n`);
      process.stdout.write(`Then:\n${steps.join('')}`);
    });
}

/** Restarts the resolver, and fails if the canary shows that a direction does not work. */
async function restartAndProve(setup: Setup, statusSocket: string, resolver: Endpoint): Promise<void> {
  const [file = '', ...args] = setup.restart;
  await runControl({ file, args }, []);
  process.stdout.write(`restarted: ${setup.restart.join(' ')}\n`);
  const findings = await checkCanary(statusSocket, resolver);
  if (findings.length === 0) {
    process.stdout.write('The plugin is not running yet. Start it, then run "sonde-resolver doctor".\n');
  }
  for (const { check, state, message, advice } of findings) {
    process.stdout.write(`${state}: ${check}: ${message}${advice === undefined ? '' : ` ${advice}`}\n`);
    if (state === 'wrong') process.exitCode = exitCodes.failed;
  }
}

async function optionsOf(kind: ResolverKind, flags: Flags): Promise<SetupOptions> {
  const directories = defaultDirectories[kind];
  if (flags.tsigKeyFile !== undefined && kind !== 'bind' && kind !== 'pdns') {
    throw new UsageError(`${kind} cannot sign zone transfers. Remove --tsig-key-file.`);
  }
  return {
    dnstapSocket: flags.dnstapSocket,
    identity: flags.identity,
    zone: usable(() => zoneName(flags.zone)),
    primary: usable(() => readEndpoint(flags.primary)),
    ...(flags.tsigKeyFile === undefined ? {} : { key: await readTsigFile(flags.tsigKeyFile) }),
    ...(flags.keepCopy === true ? { keepCopy: true } : {}),
    stateDirectory: flags.stateDirectory ?? directories.state,
    configDirectory: flags.configDirectory ?? directories.configuration,
  };
}

function usable<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}
