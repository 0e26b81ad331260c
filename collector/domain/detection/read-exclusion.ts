import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { normalNetwork } from '../intelligence/threat-intel/normalise-indicator.ts';
import type { Exclusion } from './exclusions.ts';

/** Reads an exclusion into its normal form. Throws an InvalidInput if the exclusion means nothing. */
export function readExclusion(given: {
  locationId: number | null;
  name: string | null;
  client: string | null;
}): Exclusion {
  if (given.locationId === null && given.name === null && given.client === null)
    throw new InvalidInput('', 'An exclusion needs a name, a client or a location.');
  return {
    name: given.name === null ? null : readName(given.name),
    client: given.client === null ? null : readClient(given.client),
  };
}

function readName(text: string): string {
  const isWildcard = text.trim().startsWith('*.');
  const input = parseDomainInput(isWildcard ? text.trim().slice(2) : text);
  if ('message' in input)
    throw new InvalidInput('name', `Not a domain or a wildcard such as *.example.com: ${input.message}.`);
  return isWildcard ? `*.${input.domain}` : input.domain;
}

function readClient(text: string): string {
  const client = normalNetwork(text);
  if (client === undefined)
    throw new InvalidInput('client', 'A client is an address or a network such as 10.0.0.0/8.');
  return client;
}
