import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { ZoneServers } from '../../ports/dns-resolution.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { PartBuilder } from '../part-builder.ts';

/**
 * Finds the zone that a domain lies in, for scanners that ask its servers. Undefined if none is found or the domain
 * is not there, which the part then tells: the servers of a top-level domain are not to be examined for every name that
 * somebody misspells.
 */
export async function zoneOfDomain(
  domain: string,
  part: PartBuilder,
  { dns, signal }: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<(ZoneServers & { readonly apex: string }) | undefined> {
  const soa = await dns.resolve(domain, recordTypes.SOA, { validate: false, signal });
  if (isMissing(soa)) {
    part.unknown('no_such_domain', `${domain} does not exist.`, 'RFC 8020 section 2');
    return undefined;
  }
  const zone = await dns.zoneOf(domain, { signal });
  const { apex } = zone;
  if (apex !== undefined) return { ...zone, apex };
  const { failure = 'lame', failureMessage } = soa;
  const reason = failureMessage === undefined ? '' : `: ${failureMessage}`;
  part.error(failure, `The zone of ${domain} could not be found${reason}`.replace(/[.]?$/, '.'));
  if (failure !== 'lame') {
    // Nobody said anything of the domain: it may be our own way into the DNS that is broken.
    part.unknown('zone_not_found', `The zone of ${domain} could not be found out.`, 'RFC 1034 section 4.2');
    return undefined;
  }
  part.fail('critical', 'no_zone', `No server answers for ${domain}.`, 'RFC 1034 section 4.2', {
    advice: 'See whether the domain is registered and its name servers run.',
  });
  return undefined;
}

/** Tells whether a name is missing; an alias to nothing is there itself. */
export function isMissing({
  responseCode,
  answer,
}: {
  responseCode?: number;
  answer: readonly unknown[];
}): boolean {
  return responseCode === responseCodes.NXDOMAIN && answer.length === 0;
}
