import { isIPv4 } from 'node:net';
import { addressBytes } from '@sonde/shared/net/address.ts';
import type { SpfEvaluation } from './evaluation.ts';
import { isQueryName } from './expand-macros.ts';
import type { SpfDirective } from './parse-record.ts';
import { SpfError, type SpfResultCode } from './spf-outcome.ts';

/** Hosts of one mx that are looked at (RFC 7208 section 4.6.4). */
const maxExchanges = 10;

/**
 * Tells whether a directive matches the client (RFC 7208 section 5). `include` evaluates another domain's record.
 * Throws an SpfError.
 */
export async function matchesMechanism(
  directive: SpfDirective,
  domain: string,
  evaluation: SpfEvaluation,
  include: (domain: string) => Promise<SpfResultCode>,
): Promise<boolean> {
  const { name, text } = directive;
  if (name === 'all') return true;
  if (name === 'ip4' || name === 'ip6') {
    const isFamily = (name === 'ip4') === isIPv4(evaluation.values.ip);
    return isFamily && within(evaluation, directive.network!, directive);
  }
  if (evaluation.matchesNothing(directive.target)) return false;
  evaluation.countTerm(text);
  const target = await evaluation.target(directive.target, domain);
  if (name === 'include') return includes(target, text, include);
  // A name that DNS can't be asked for is one that does not exist.
  if (target === undefined) return false;
  if (name === 'a')
    return anyWithin(evaluation, await evaluation.ask(target, evaluation.addressType), directive);
  if (name === 'mx') return matchesExchange(target, directive, evaluation);
  if (name === 'exists') return (await evaluation.ask(target, 'A')).length > 0;
  return matchesPointer(target, evaluation);
}

async function includes(
  target: string | undefined,
  text: string,
  include: (domain: string) => Promise<SpfResultCode>,
): Promise<boolean> {
  const result = target === undefined ? 'none' : await include(target);
  if (result === 'none')
    throw new SpfError('permerror', `${text} leads to no SPF record.`, 'RFC 7208 section 5.2');
  return result === 'pass';
}

async function matchesExchange(
  target: string,
  directive: SpfDirective,
  evaluation: SpfEvaluation,
): Promise<boolean> {
  const exchanges = await evaluation.ask(target, 'MX');
  for (const [index, exchange] of exchanges.entries()) {
    if (index === maxExchanges)
      throw new SpfError(
        'permerror',
        `${target} has ${exchanges.length} mail exchangers, more than the ${maxExchanges} allowed.`,
        'RFC 7208 section 4.6.4',
      );
    const host = exchange.replace(/\.$/, '');
    if (!isQueryName(host)) continue;
    const addresses = await evaluation.askFurther(host, evaluation.addressType);
    if (addresses === 'error')
      throw new SpfError('temperror', `${host} could not be looked up.`, 'RFC 7208 section 5');
    if (anyWithin(evaluation, addresses, directive)) return true;
  }
  return false;
}

async function matchesPointer(target: string, evaluation: SpfEvaluation): Promise<boolean> {
  const wanted = target.toLowerCase();
  const { names, isVoid } = await evaluation.validatedNames();
  if (isVoid) evaluation.countVoid();
  return names
    .map((name) => name.toLowerCase())
    .some((name) => name === wanted || name.endsWith(`.${wanted}`));
}

function anyWithin(
  evaluation: SpfEvaluation,
  addresses: readonly string[],
  directive: SpfDirective,
): boolean {
  return addresses.some((address) => within(evaluation, address, directive));
}

function within({ values: { ip } }: SpfEvaluation, network: string, directive: SpfDirective): boolean {
  const bits = isIPv4(ip) ? 96 + directive.prefix4 : directive.prefix6;
  return samePrefix(addressBytes(ip), addressBytes(network), bits);
}

function samePrefix(one: Uint8Array, other: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) if (one[index] !== other[index]) return false;
  const rest = bits & 7;
  return rest === 0 || (one[whole]! ^ other[whole]!) >> (8 - rest) === 0;
}
