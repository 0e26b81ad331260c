import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { ResolverModule } from '@sonde/shared/schemas/resolver-module.ts';
import { Command } from 'commander';
import { loadSettings, readSettings } from '../config/load-settings.ts';
import {
  parseRegistration,
  type Registration,
  registrationPath,
  registrationSchema,
} from '../config/registration.ts';
import { connectCollector } from '../net/connect-collector.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';
import { UsageError } from './usage-error.ts';

interface Flags {
  readonly name?: string;
  readonly location?: string;
  readonly modules: string;
  readonly keyFile?: string;
  readonly answer?: string;
  readonly force?: boolean;
  readonly config?: string;
}

/**
 * Creates the command `register`: it makes this resolver known to the collector, and keeps the keys that the collector
 * answers.
 */
export function registerCommand(): Command {
  const command = new Command('register')
    .description('register this resolver with the collector and store its keys')
    .option('--name <NAME>', 'name of the resolver')
    .option('--location <NAME>', 'location of the resolver; created if it does not exist')
    .option('--modules <LIST>', 'modules to enable', 'threat_intel,analytics,policy')
    .option('--key-file <FILE>', "file with the account's API key (default: the variable SONDE_KEY)")
    .option(
      '--answer <FILE>',
      'store the keys of a registration from the dashboard, without a request to the collector; - reads standard input',
    )
    .option('--force', 'replace an existing registration');
  addSettingOptions(command, ['collector', 'state', 'registration']);
  return command.action(async (flags: Flags) => {
    const given = givenSettings(command);
    const sources = { file: flags.config, env: process.env, flags: given };
    const isMade = flags.answer !== undefined;
    const settings = isMade ? readSettings(sources).config : loadSettings(sources);
    const path = registrationPath(settings);
    const known = await readFile(path).catch(() => undefined);
    if (known !== undefined && flags.force !== true) {
      throw new UsageError(`${path} already contains a registration. --force replaces it.`);
    }
    const answer = isMade ? await readAnswer(flags.answer!) : await askCollector(settings.collector!, flags);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { resolver_id, api_keys } = registrationSchema.parse(answer);
    await writeDurably(path, Buffer.from(`${JSON.stringify(answer, null, 2)}\n`));
    const modules = Object.keys(api_keys).join(', ');
    process.stdout.write(`Registered as resolver ${resolver_id} (${modules}); its keys are in ${path}\n`);
  });
}

async function askCollector(collector: string, { name, location, ...flags }: Flags): Promise<unknown> {
  if (name === undefined || location === undefined)
    throw new UsageError('Give --name and --location, or --answer with the registration from the dashboard.');
  const key =
    flags.keyFile === undefined ? process.env.SONDE_KEY : (await readFile(flags.keyFile, 'utf8')).trim();
  if (key === undefined || key === '') throw new UsageError('Give a key: --key-file FILE or SONDE_KEY.');
  return await connectCollector(collector, key).call('POST /api/v1/unbound/register', {
    body: {
      resolver_name: name,
      location,
      // The collector says which of these it does not know.
      modules_enabled: flags.modules.split(',') as ResolverModule[],
    },
  });
}

/** Reads what the collector answered to somebody else. Throws a UsageError if it is something else. */
async function readAnswer(file: string): Promise<Registration> {
  const answer = parseRegistration(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'));
  if (answer === undefined) throw new UsageError('This is not a registration from the collector.');
  return answer;
}
