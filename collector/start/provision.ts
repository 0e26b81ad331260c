import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { systemClock as clock, systemRandom as random } from '@sonde/shared/system/system.ts';
import type { Config } from '../config/settings.ts';
import { ensureAdministrator } from '../domain/people/provisioning/ensure-administrator.ts';
import { offerSetupLink, type SetupLinkWhen } from '../domain/people/provisioning/offer-setup-link.ts';
import { provisionAgent } from '../domain/people/provisioning/provision-agent.ts';
import { openKeyFile } from '../storage/files/key-file.ts';
import { chosenKeyIn } from './chosen-key.ts';
import { startAdvice } from './start-advice.ts';
import type { Stores } from './stores/create-stores.ts';

/**
 * Makes the administrator's account at the first start, a link to its password if one is wanted, and
 * the key of an agent on this machine if the settings name a file.
 */
export async function provision(
  stores: Pick<Stores, 'accounts' | 'apiKeys' | 'credentials' | 'locations' | 'setupLinks'>,
  config: Config,
  setupLink: SetupLinkWhen,
) {
  const { accounts, apiKeys, locations } = stores;
  const { adminEmail, adminKeyFile } = config;
  const keyFile = adminKeyFile === undefined ? undefined : openKeyFile(resolve(adminKeyFile));
  const adminKey = config.adminKey ?? (keyFile && (await chosenKeyIn(adminKeyFile!, keyFile)));
  const administrator = await ensureAdministrator(
    { accounts, apiKeys, random, keyFile },
    { adminEmail, adminKey },
  );
  if (config.provisionAgent !== undefined) {
    const keyFile = openKeyFile(resolve(config.provisionAgent));
    const location = { accountId: administrator.account.id, name: hostname() };
    await provisionAgent({ locations, apiKeys, random, keyFile }, location);
  }
  const setupToken = await offerSetupLink(administrator.account.id, setupLink, { ...stores, random, clock });
  return { ...administrator, setupToken, advice: startAdvice(config, administrator) };
}
