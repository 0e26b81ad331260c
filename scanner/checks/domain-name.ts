import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { outsideDns } from '@sonde/shared/dns/outside-dns.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';

/**
 * Reads the domain in its normal form. Throws InvalidInput, which names the field; also for names that are none of the
 * DNS.
 */
export function domainName(text: string, field = 'domain'): string {
  const domain = scanTarget(text, field);
  const outside = outsideDns(domain);
  // Some networks have a domain under .local; the resolver decides whether anybody can be asked.
  if (outside !== undefined && outside.system !== 'special') throw new InvalidInput(field, outside.message);
  return domain;
}

/**
 * Reads the target of a scan, which may be a name of another system than the DNS, too: scans resolve these in their own
 * system. Throws InvalidInput.
 */
export function scanTarget(text: string, field = 'domain'): string {
  const input = parseDomainInput(text);
  if ('domain' in input) return input.domain;
  throw new InvalidInput(field, `${input.message.charAt(0).toUpperCase()}${input.message.slice(1)}.`);
}
