import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';

/** The domain in its normal form. Throws InvalidInput, which names the field. */
export function domainName(text: string, field = 'domain'): string {
  const input = parseDomainInput(text);
  if ('domain' in input) return input.domain;
  throw new InvalidInput(field, `${input.message.charAt(0).toUpperCase()}${input.message.slice(1)}.`);
}
