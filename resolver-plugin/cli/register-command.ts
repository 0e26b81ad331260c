import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '@sonde/shared/files/write-durably.ts';
import type { ResolverModule } from '@sonde/shared/schemas/resolver-module.ts';
import { Command } from 'commander';
import { loadSettings } from '../config/load-settings.ts';
import { registrationPath, registrationSchema } from '../config/registration.ts';
import { connectCollector } from '../net/connect-collector.ts';
import { addSettingOptions, givenSettings } from './setting-options.ts';
import { UsageError } from './usage-error.ts';

interface Flags {
  readonly name: string;
  readonly location: string;
  readonly modules: string;
  readonly keyFile?: string;
  readonly force?: boolean;
  readonly config?: string;
}

/**
 * Creates the command `register`: it makes this resolver known to the collector, and keeps the keys that the collector
 * answers.
 */
export function registerCommand(): Command {
  const command = new Command('register')
    .description('register this resolver with the collector and keep its keys')
    .requiredOption('--name <NAME>', 'name of the resolver')
    .requiredOption(
      '--location <NAME>',
      'location of the resolver; created if the account has none of this name',
    )
    .option('--modules <LIST>', 'modules to run beside it', 'threat_intel,analytics,policy')
    .option('--key-file <FILE>', "file with the account's API key (else SONDE_KEY)")
    .option('--force', 'also if there is a registration already');
  addSettingOptions(command, ['collector', 'state', 'registration']);
  return command.action(async (flags: Flags) => {
    const given = givenSettings(command);
    const settings = loadSettings({ file: flags.config, env: process.env, flags: given });
    const path = registrationPath(settings);
    const known = await readFile(path).catch(() => undefined);
    if (known !== undefined && flags.force !== true) {
      throw new UsageError(`${path} holds a registration already: --force registers anew.`);
    }
    const key =
      flags.keyFile === undefined ? process.env.SONDE_KEY : (await readFile(flags.keyFile, 'utf8')).trim();
    if (key === undefined || key === '') throw new UsageError('Give a key: --key-file FILE or SONDE_KEY.');
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const answer = await connectCollector(settings.collector, key).call('POST /api/v1/unbound/register', {
      body: {
        resolver_name: flags.name,
        location: flags.location,
        // The collector says which of these it does not know.
        modules_enabled: flags.modules.split(',') as ResolverModule[],
      },
    });
    const { resolver_id, api_keys } = registrationSchema.parse(answer);
    await writeDurably(path, Buffer.from(`${JSON.stringify(answer, null, 2)}\n`));
    const modules = Object.keys(api_keys).join(', ');
    process.stdout.write(`Registered as resolver ${resolver_id} (${modules}); its keys are in ${path}\n`);
  });
}
