import { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { createSystemResolver } from '@sonde/scanner/network/system-resolver.ts';
import type { Config } from '../config/settings.ts';
import { userAgent } from './version.ts';

/** Creates what every connection to others is vetted by, and the name that the collector tells them. */
export function outboundGuard({ allowedNetworks }: Pick<Config, 'allowedNetworks'>) {
  return { resolver: createSystemResolver(), policy: new AddressPolicy(allowedNetworks), userAgent };
}
