import { addressBytes, ipv6Text } from '@sonde/shared/net/address.ts';
import type { RuleMatch } from '@sonde/shared/policy/rule.ts';
import type { Condition } from '../conditions.ts';

/** Writes the condition that a stored row matches a rule. */
export function ruleCondition(match: RuleMatch): Condition {
  switch (match.kind) {
    case 'name':
      return {
        sql: 'reverse(query_name) = reverse({ruleName:String})',
        parameters: { ruleName: match.name },
      };
    case 'wildcard':
      return { sql: below, parameters: { ruleName: match.name } };
    case 'domain':
      return {
        sql: `(reverse(query_name) = reverse({ruleName:String}) OR ${below})`,
        parameters: { ruleName: match.name },
      };
    case 'client':
      return {
        sql: 'client_address >= toIPv6({ruleFirst:String}) AND client_address <= toIPv6({ruleLast:String})',
        parameters: bounds(match.network),
      };
    case 'response':
      return {
        // A and AAAA records; the order of evaluation keeps other data from being read as addresses.
        sql: `arrayExists(r -> r.type IN (1, 28)
          AND ifNull(toIPv6OrNull(r.data) >= toIPv6({ruleFirst:String}) AND toIPv6OrNull(r.data) <= toIPv6({ruleLast:String}), false),
          records)`,
        parameters: bounds(match.network),
      };
  }
}

const below = `startsWith(reverse(query_name), concat(reverse({ruleName:String}), '.'))`;

/** The first and the last address of a network, both as IPv6. */
function bounds(network: string): { ruleFirst: string; ruleLast: string } {
  const [address = '', length] = network.split('/');
  const first = addressBytes(address);
  const width = address.includes(':') ? 128 : 32;
  const bits = 128 - width + (length === undefined ? width : Number(length));
  const last = Buffer.from(first);
  for (let bit = bits; bit < 128; bit++) {
    first[bit >> 3]! &= ~(0x80 >> (bit & 7));
    last[bit >> 3]! |= 0x80 >> (bit & 7);
  }
  return { ruleFirst: ipv6Text(first), ruleLast: ipv6Text(last) };
}
