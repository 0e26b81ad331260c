import { type ResolverTest, testResolver as tryResolver } from '@sonde/scanner/checks/ede/test-resolver.ts';
import { resolverAddress } from '@sonde/scanner/checks/resolver-address.ts';
import { z } from 'zod';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';

const resolverCaseSchema = z
  .object({
    name: z.string(),
    fault: z.string(),
    response_code: z.string().nullable(),
    expected_codes: z.array(z.int()),
    received: z.array(z.object({ code: z.int(), name: z.string(), text: z.string() })),
    verdict: z.enum(['told', 'not_told', 'other_code', 'not_validated', 'wrongly_failed', 'unanswered']),
  })
  .meta({ id: 'ResolverCase' });

export const testResolver = defineEndpoint({
  method: 'GET',
  path: '/api/v2/ede/test-resolver',
  summary: 'Test a resolver for extended DNS errors',
  description:
    'Queries the resolver for names that are broken on purpose. Returns whether the resolver ' +
    'fails them and reports the reason. A resolver that cannot be reached is reported as such, ' +
    'not as a failure.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  query: z.object({
    resolver: z.string().max(64).default('8.8.8.8').describe('IP address of the resolver.'),
  }),
  response: z.object({
    resolver: z.string(),
    reachable: z.boolean(),
    failure: z.string().nullable(),
    edns: z.boolean().nullable(),
    validates: z.boolean().nullable(),
    supports_ede: z.boolean().nullable(),
    score: z
      .int()
      .nullable()
      .describe('Percentage of the cases with a reason in which the resolver reported the reason.'),
    summary: z.string(),
    cases: z.array(resolverCaseSchema),
  }),
  async run({ query, signal }, ports: WithNetworkPorts) {
    const resolver = resolverAddress(query.resolver);
    const test = await withNetwork(ports, signal, (network) => tryResolver(resolver, network));
    return {
      resolver,
      reachable: test.reachable,
      failure: test.failure,
      edns: test.edns,
      validates: test.validates,
      supports_ede: test.supportsExtendedErrors,
      score: test.score,
      summary: test.summary,
      cases: test.cases.map(presentCase),
    };
  },
});

function presentCase(one: ResolverTest['cases'][number]): z.input<typeof resolverCaseSchema> {
  return {
    name: one.name,
    fault: one.fault,
    response_code: one.responseCode,
    expected_codes: [...one.expectedCodes],
    received: one.received.map((error) => ({ ...error })),
    verdict: one.verdict,
  };
}
