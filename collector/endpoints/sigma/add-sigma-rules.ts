import { Conflict } from '@sonde/shared/errors.ts';
import { sigmaRuleSchema, sigmaTextSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import { z } from 'zod';
import { boundWords, prepareRules, sigmaBounds } from '../../domain/detection/sigma/prepare-rules.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';
import { presentSigmaRule } from './present-sigma-rule.ts';

export const addSigmaRules = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/sigma-rules',
  summary: 'Add Sigma rules',
  description:
    'One or several YAML documents: rules of the category dns or dns_query, or of Zeek for dns. One with the id of a rule that is ' +
    'there replaces it. In force within seconds on every collector. A rule that asks for what no row has is kept as `unsupported`; ' +
    'what is no rule is refused with its line and column, and nothing of the request is kept.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  body: z.object({ rules: sigmaTextSchema.describe('YAML.') }),
  response: z.object({ rules: z.array(sigmaRuleSchema) }),
  status: 201,
  errors: ['conflict'],
  async run({ caller, body }, ports: { readonly sigmaRules: Pick<SigmaRuleStore, 'put'> }) {
    const rules = prepareRules(body.rules);
    const stored = await ports.sigmaRules.put(caller.accountId, rules, sigmaBounds);
    if (typeof stored === 'string') throw new Conflict(boundWords[stored]);
    return { rules: stored.map(presentSigmaRule) };
  },
});
