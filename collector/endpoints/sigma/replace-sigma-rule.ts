import { Conflict, InvalidInput, NotFound } from '@sonde/shared/errors.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { sigmaRuleSchema, sigmaTextSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import { z } from 'zod';
import { boundWords, prepareRules, sigmaBounds } from '../../domain/detection/sigma/prepare-rules.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { SigmaRuleStore } from '../../ports/threats/sigma-rules.ts';
import { presentSigmaRule } from './present-sigma-rule.ts';

export const replaceSigmaRule = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dns-monitoring/sigma-rules/{id}',
  summary: 'Replace a Sigma rule',
  description: 'The rule keeps its number of matches and continues to count.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  params: z.object({ id: idSchema }),
  body: z.object({ rules: sigmaTextSchema.describe('The rule in YAML, as one document.') }),
  response: sigmaRuleSchema,
  errors: ['not_found', 'conflict'],
  async run(
    { caller, params, body },
    ports: { readonly sigmaRules: Pick<SigmaRuleStore, 'find' | 'replace'> },
  ) {
    const [rule, ...others] = prepareRules(body.rules);
    if (rule === undefined || others.length > 0)
      throw new InvalidInput('rules', 'The body must have one document, which replaces one rule.');
    if ((await ports.sigmaRules.find(caller.accountId, params.id)) === undefined)
      throw new NotFound('Sigma rule');
    const replaced = await ports.sigmaRules.replace(caller.accountId, params.id, rule, sigmaBounds);
    if (replaced === undefined) throw new Conflict('Another rule has this id.');
    if (typeof replaced === 'string') throw new Conflict(boundWords[replaced]);
    return presentSigmaRule(replaced);
  },
});
