import { hostname } from 'node:os';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import { Argument, Command } from 'commander';
import { readEndpoint } from '../net/read-endpoint.ts';
import { defaultDirectories, defaultDnstapSocket, defaultPrimary, defaultZone } from '../setup/defaults.ts';
import type { SetupOptions } from '../setup/options.ts';
import { printedSetup, type ResolverKind, resolverSetup, resolverSetups } from '../setup/resolvers.ts';
import { readTsigFile } from '../setup/tsig-file.ts';
import { writeSetup } from '../setup/write-setup.ts';
import { UsageError } from './usage-error.ts';

interface Flags {
  readonly write?: boolean;
  readonly print?: boolean;
  readonly dnstapSocket: string;
  readonly identity: string;
  readonly zone: string;
  readonly primary: string;
  readonly tsigKeyFile?: string;
  readonly configDirectory?: string;
  readonly stateDirectory?: string;
}

const kinds = Object.keys(resolverSetups) as ResolverKind[];

/** `setup`: the resolver's side of it all. */
export function setupCommand(): Command {
  return new Command('setup')
    .description("print or write a resolver's configuration: dnstap to us, the policy zone from us")
    .addArgument(new Argument('<RESOLVER>').choices(kinds))
    .option('--print', 'print what would be written, and what is left to do (the default)')
    .option('--write', "write it, and have the resolver's own checker look at it")
    .option('--dnstap-socket <PATH>', 'the Unix socket that we listen on', defaultDnstapSocket)
    .option('--identity <NAME>', 'how the resolver calls itself in dnstap', hostname())
    .option('--zone <NAME>', 'the policy zone', defaultZone)
    .option(
      '--primary <HOST:PORT>',
      'where we serve the zone',
      `${defaultPrimary.host}:${defaultPrimary.port}`,
    )
    .option('--tsig-key-file <FILE>', 'sign transfers (bind, pdns): a file with [ALGORITHM:]NAME:SECRET')
    .option('--config-directory <DIR>', "the resolver's configuration (default: Debian's)")
    .option('--state-directory <DIR>', "where the resolver may keep its copy (default: Debian's)")
    .action(async (kind: ResolverKind, flags: Flags) => {
      if (flags.write === true && flags.print === true) throw new UsageError('Either --print or --write.');
      const setup = resolverSetup(kind, await optionsOf(kind, flags));
      if (flags.write !== true) {
        process.stdout.write(printedSetup(setup));
        return;
      }
      for (const [path, state] of await writeSetup(setup)) process.stdout.write(`${state}: ${path}\n`);
      const steps = setup.steps.map((step, index) => `${index + 1}. ${step}\n`);
      process.stdout.write(`Then:\n${steps.join('')}`);
    });
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
