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
    .description("print or write a resolver's configuration: dnstap to us, the policy zone from us")
    .addArgument(new Argument('<RESOLVER>').choices(kinds))
    .option('--print', 'print what would be written, and what is left to do (the default)')
    .option('--write', "write it, and have the resolver's own checker look at it")
    .option('--restart', 'with --write: restart the resolver, and prove both directions by a canary name')
    .option('--resolver <ADDRESS:PORT>', 'where it answers, for the proof', '127.0.0.1:53')
    .option('--state <DIR>', 'where our daemon has its state, for the proof', defaultState)
    .option('--dnstap-socket <PATH>', 'the Unix socket that we listen on', defaultDnstapSocket)
    .option('--identity <NAME>', 'how the resolver calls itself in dnstap', hostname())
    .option('--zone <NAME>', 'the policy zone', defaultZone)
    .option(
      '--primary <HOST:PORT>',
      'where we serve the zone',
      `${defaultPrimary.host}:${defaultPrimary.port}`,
    )
    .option('--tsig-key-file <FILE>', 'sign transfers (bind, pdns): a file with [ALGORITHM:]NAME:SECRET')
    .option('--keep-copy', 'unbound: keep the policy in a file too, which delays each change of a large one')
    .option('--config-directory <DIR>', "the resolver's configuration (default: Debian's)")
    .option('--state-directory <DIR>', "where the resolver may keep its copy (default: Debian's)")
    .action(async (kind: ResolverKind, flags: Flags) => {
      if (flags.write === true && flags.print === true) throw new UsageError('Either --print or --write.');
      if (flags.restart === true && flags.write !== true)
        throw new UsageError('--restart goes with --write.');
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
    process.stdout.write('The daemon does not run yet: start it, and look with "sonde-resolver doctor".\n');
  }
  for (const { check, state, message, advice } of findings) {
    process.stdout.write(`${state}: ${check}: ${message}${advice === undefined ? '' : ` ${advice}`}\n`);
    if (state === 'wrong') process.exitCode = exitCodes.failed;
  }
}

async function optionsOf(kind: ResolverKind, flags: Flags): Promise<SetupOptions> {
  const directories = defaultDirectories[kind];
  if (flags.tsigKeyFile !== undefined && kind !== 'bind' && kind !== 'pdns') {
    throw new UsageError(`${kind} signs no transfers: leave --tsig-key-file out.`);
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
