import type { Finding } from '../../ports/finding.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { type AskedRecords, askRecords } from '../ask-records.ts';
import { aliasZones } from './alias-zones.ts';
import type { DanglingService, VerifiedService } from './services-result.ts';

/**
 * Asks for the names at which aliases to services stand: `www`, and the labels that providers document, if a record of
 * the domain tells of the provider.
 */
export function askForAliases(
  domain: string,
  services: readonly VerifiedService[],
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<AskedRecords[]> {
  const told = new Set(services.map(({ provider }) => provider));
  const labels = aliasZones.flatMap(({ provider, labels: own }) => (told.has(provider) ? own : []));
  return Promise.all(
    ['www', ...labels].map((label) => askRecords(`${label}.${domain}`, 'A', ports, 'services')),
  );
}

/**
 * Finds aliases that lead into a provider's zone, to a name that does not exist by the provider's own answer
 * (RFC 2308 section 2.1). What could not be asked tells nothing.
 */
export function danglingOf(asked: readonly AskedRecords[]): DanglingService[] {
  return asked.flatMap(({ names, exists }) => {
    const [name, ...aliases] = names;
    const target = aliases.at(-1);
    if (exists !== false || name === undefined || target === undefined) return [];
    const found = aliasZones.find(({ zones }) => zones.some((zone) => target.endsWith(`.${zone}`)));
    if (found === undefined) return [];
    const { provider, category, claimable, source, confirmed, terms } = found;
    return [{ provider, category, name, target, claimable, source, confirmed, terms }];
  });
}

/** A finding for each; a service that records still tell of is named with them. */
export function danglingFindings(
  dangling: readonly DanglingService[],
  services: readonly VerifiedService[],
): Finding[] {
  return dangling.map(({ provider, name, target, claimable }) => {
    const rest = services.filter((one) => one.provider === provider);
    const besides =
      rest.length === 0 ? '' : ` Its ${rest.length === 1 ? 'TXT record is' : 'TXT records are'} still there.`;
    return {
      code: 'dangling_service',
      status: claimable ? 'fail' : 'warning',
      severity: claimable ? 'high' : 'medium',
      message: `${name} is an alias of ${target}, which ${provider} says does not exist.${besides}`,
      rule: 'RFC 2308 section 2.1',
      advice: claimable
        ? `Take the alias away: somebody else may get ${target} from ${provider}, and answer for ${name}.`
        : 'Take the alias away, or set the service up again.',
      evidence: [`${name} CNAME ${target}`, ...rest.map(({ record }) => record)].join('\n').slice(0, 2_048),
    };
  });
}
