import { leakSystems } from '@sonde/shared/dns/outside-dns.ts';
import { z } from 'zod';
import type { AskedConditions } from './query-filter.ts';

/** Characters of one condition: twenty names or so. */
const longest = 4_000;

const condition = (what: string) => z.string().max(longest).optional().describe(what);

/** These parameters filter stored queries; a description of the operation tells of lists. */
export const filterParameters = {
  client: condition('IPv4 or IPv6 addresses of clients.'),
  name: condition('Queries for exactly these names.'),
  suffix: condition('These names and all below them.'),
  leak: condition(
    `Queries for names that do not belong in the DNS, by their own system: any, or ${leakSystems.join(', ')}.`,
  ),
  query_type: condition('Mnemonics such as AAAA, or numbers.'),
  response_code: condition(
    'Mnemonics such as NXDOMAIN, or numbers. `none` finds queries without a response.',
  ),
  server: condition('Addresses of the queried servers.'),
  agent_id: condition('Ids (`id`) of agents in the list of agents.'),
  protocol: condition('udp, tcp, dot, doh, doq, dnscrypt-udp or dnscrypt-tcp.'),
  policy_rule: condition('Policy rules that matched, as in `policy_rule` of a query.'),
  slower_than_ms: z
    .number()
    .min(0)
    .max(4_000_000)
    .optional()
    .describe('Only queries that took more than this number of milliseconds to answer.'),
};

export const filterDescription =
  'A filter accepts several values with commas between them (`query_type=A,AAAA`). An ' +
  'exclamation mark before a value excludes it (`client=!192.0.2.1`). If a value itself ' +
  'contains a comma or an exclamation mark, put a backslash before it.';

type AskedFilter = z.output<z.ZodObject<typeof filterParameters>>;

export function conditionsAsked(query: AskedFilter): AskedConditions {
  return {
    client: query.client,
    name: query.name,
    suffix: query.suffix,
    leak: query.leak,
    queryType: query.query_type,
    responseCode: query.response_code,
    server: query.server,
    agent: query.agent_id,
    protocol: query.protocol,
    policyRule: query.policy_rule,
    slowerThan: query.slower_than_ms,
  };
}
