import {
  bootstrapFile,
  readRegistrations,
  startRdapServer,
  startWhoisServer,
} from '../../support/lab/registry.ts';
import { addresses, type LabCredentials } from './lab-servers.ts';

/** The list of RDAP services. */
export const registryList = bootstrapFile('example https://rdap.nic.example/');

/** The registry of .example, by RDAP and WHOIS. */
export async function startLabRegistry({ registry: credentials }: LabCredentials): Promise<void> {
  const registry = {
    registrations: readRegistrations(
      'shop.example | 2015-03-01 | 2099-03-01 | Lab Registrar | ns1.shop.example ns2.shop.example | clientTransferProhibited | signed',
    ),
    referrals: { example: 'whois.nic.example' },
  };
  await startRdapServer(addresses.registry, credentials, registry);
  await startWhoisServer(addresses.registry, registry);
}
