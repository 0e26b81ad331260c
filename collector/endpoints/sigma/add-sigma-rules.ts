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
    'Accepts one or several YAML documents with rules of the category `dns` or `dns_query`, or of ' +
    'Zeek for `dns`. A rule with the id of an existing rule replaces it. Every collector applies ' +
    'the rules within seconds. A rule for a field that stored queries do not have is kept as ' +
    '`unsupported`. If a document is not a rule, the whole request is refused, with the line and ' +
    'column of the error.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  body: z.object({ rules: sigmaTextSchema.describe('The rules in YAML.') }),
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
