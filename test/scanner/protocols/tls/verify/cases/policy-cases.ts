import {
  inhibitAnyPolicy,
  notCritical,
  policies,
  policyConstraints,
  policyMappings,
} from '../../../../../support/x509/extension-samples.ts';
import { makeAuthority, makeServer } from '../../../../../support/x509/make-certificate.ts';
import { type ChainCase, host, root } from './chain-case.ts';

type Extensions = NonNullable<NonNullable<Parameters<typeof makeAuthority>[1]>['with']>;
const any = '2.5.29.32.0';
const one = '1.3.6.1.4.1.99999.1';
const two = '1.3.6.1.4.1.99999.2';

/** A chain with these extensions, from the root downwards; the last are the server's. */
function below(...levels: readonly Extensions[]) {
  const chain = [root];
  for (const [index, extensions] of levels.slice(0, -1).entries()) {
    chain.unshift(makeAuthority(`Level ${index}`, { issuer: chain[0]!, with: extensions }));
  }
  return [makeServer([host], chain[0]!, { with: levels.at(-1)! }), ...chain.slice(0, -1)];
}
const rule = 'RFC 5280 section 6.1.3 to 6.1.5';
const explicit = policyConstraints(0);

/** Certificate policies: none is asked for in advance. */
export const policyCases: readonly ChainCase[] = [
  { what: 'no policies at all', rule, chain: below([], []) },
  { what: 'policies that do not meet', rule, chain: below([policies(one)], [policies(two)]) },
  { what: 'an explicit policy that holds', rule, chain: below([policies(one), explicit], [policies(one)]) },
  {
    what: 'an explicit policy that is missing',
    rule,
    chain: below([policies(one), explicit], []),
    client: ['policy_violated'],
  },
  {
    what: 'an explicit policy that is another',
    rule,
    chain: below([policies(one), explicit], [policies(two)]),
    client: ['policy_violated'],
  },
  {
    what: 'an explicit policy below any policy',
    rule,
    chain: below([policies(any), explicit], [policies(two)]),
  },
  {
    what: 'an explicit policy demanded by the server alone',
    rule,
    chain: below([], [explicit]),
    client: ['policy_violated'],
  },
  {
    what: 'an explicit policy demanded further below than the chain goes',
    rule,
    chain: below([policyConstraints(3)], [], []),
  },
  {
    what: 'an explicit policy demanded of the last',
    rule,
    chain: below([policyConstraints(2)], [], []),
    client: ['policy_violated'],
  },
  {
    what: 'any policy where that is inhibited',
    rule,
    chain: below([policies(one), explicit, inhibitAnyPolicy(0)], [policies(any)]),
    client: ['policy_violated'],
  },
  {
    what: 'a policy that is mapped',
    rule,
    chain: below([policies(one), explicit], [policies(one), policyMappings([one, two])], [policies(two)]),
  },
  {
    what: 'a policy that is mapped away',
    rule,
    chain: below([policies(one), explicit], [policies(one), policyMappings([one, two])], [policies(one)]),
    client: ['policy_violated'],
  },
  {
    what: 'a mapping that is inhibited',
    rule,
    chain: below(
      [policies(one), policyConstraints(0, 0)],
      [policies(one), policyMappings([one, two])],
      [policies(two)],
    ),
    client: ['policy_violated'],
  },
  {
    what: 'constraints of policies that are not critical',
    rule: 'RFC 5280 section 4.2.1.11',
    chain: below([policies(one), notCritical(explicit)], [policies(one)]),
    strict: ['bad_extension'],
  },
  {
    what: 'a mapping from any policy',
    rule,
    chain: below([policies(one), explicit], [policies(one), policyMappings([any, two])], [policies(two)]),
    client: ['bad_extension', 'policy_violated'],
  },
];
