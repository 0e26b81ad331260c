import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AddressLists } from '@sonde/scanner/addresses/address-lists.ts';
import { NetworkGeofeeds } from '@sonde/scanner/addresses/network-geofeeds.ts';
import { AddressProviders } from '@sonde/scanner/addresses/providers/address-providers.ts';
import { NetworkDirectory } from '@sonde/scanner/protocols/registration/networks/network-directory.ts';
import type { BootstrapSource } from '@sonde/scanner/protocols/registration/rdap/rdap-bootstrap.ts';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import type { Config } from '../../config/settings.ts';
import type { EventPublisher } from '../../ports/system/events.ts';

type AddressConfig = Pick<
  Config,
  'abuseIpDbKey' | 'addressBlocklists' | 'crowdSecKey' | 'greyNoiseKey' | 'rdapBootstrap' | 'whoisRoot'
>;

/** Creates the parts that look at addresses over the network. */
export async function createAddresses(config: AddressConfig, publisher: EventPublisher) {
  const { abuseIpDbKey, addressBlocklists, crowdSecKey, greyNoiseKey, rdapBootstrap, whoisRoot } = config;
  const [v4, v6] = await Promise.all([4, 6].map((family) => bootstrapOf(rdapBootstrap, family)));
  const rdap = v4 && v6 && { 4: v4, 6: v6 };
  const whois = whoisRoot === 'off' ? undefined : whoisRoot;
  return {
    publisher,
    addressLists: new AddressLists(addressBlocklists, clock),
    addressProviders: new AddressProviders(
      { abuseipdb: abuseIpDbKey, greynoise: greyNoiseKey, crowdsec: crowdSecKey },
      clock,
    ),
    networkGeofeeds: new NetworkGeofeeds(clock),
    networkDirectory:
      rdap === undefined && whois === undefined
        ? undefined
        : new NetworkDirectory({ rdap, whoisRoot: whois, clock }),
  };
}

/** The lists of services for addresses lie beside the one for domains: `ipv4.json` beside `dns.json`. */
async function bootstrapOf(setting: string, family: number): Promise<BootstrapSource | undefined> {
  if (setting === 'off' || !/dns\.json$/.test(setting)) return undefined;
  const beside = setting.replace(/dns\.json$/, `ipv${family}.json`);
  if (/^https?:\/\//i.test(beside)) return { url: beside };
  try {
    return { text: await readFile(resolve(beside), 'utf8') };
  } catch {
    // An operator's own file for domains says nothing of addresses.
    return undefined;
  }
}
