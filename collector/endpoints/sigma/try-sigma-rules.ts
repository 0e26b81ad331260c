import { idSchema } from '@sonde/shared/schemas/id.ts';
import { sigmaTextSchema } from '@sonde/shared/schemas/sigma-rule.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import type { ReplayPorts } from '../../domain/detection/replay/replay-detection.ts';
import { prepareRules } from '../../domain/detection/sigma/prepare-rules.ts';
import { trySigmaRules as tryRules } from '../../domain/detection/sigma/try-rules.ts';
import { type TimeQuestionPorts, trafficScope } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CanaryStore } from '../../ports/threats/canaries.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

interface TrySigmaRulesPorts extends ReplayPorts, TimeQuestionPorts {
  readonly canaries: Pick<CanaryStore, 'list'>;
}

const mostRows = 2_000_000;
/** Milliseconds; the rest of the time limit is for the slice that is under way. */
const mostTime = 60_000;
const mostCanaries = 1_000;

export const trySigmaRules = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/sigma-rules/try',
  summary: 'Try Sigma rules on stored queries',
  description:
    'Runs rules over stored queries without storing the rules, and returns what each rule would ' +
    'have matched. Excluded queries and queries of canaries do not count. The trial stores ' +
    'nothing and sends no notifications.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  // Up to a minute of one processor.
  cost: 100,
  body: z.object({
    rules: sigmaTextSchema.describe('The rules in YAML.'),
    location_id: idSchema.nullish().describe('Limits the trial to one location. Default: all locations.'),
    ...rangeParameters,
  }),
  response: z.object({
    from: timestampSchema,
    to: timestampSchema.describe('Where the trial ended.'),
    complete: z
      .boolean()
      .describe(
        'False if the trial reached its limit of two million queries or one minute. To continue, send ' +
          'another request that starts at `to`.',
      ),
    rows: z.int().min(0),
    skipped: z
      .int()
      .min(0)
      .describe(
        'Number of evaluations of a rule on a query that were skipped because the rules took too long.',
      ),
    rules: z.array(
      z.object({
        rule_id: z.uuid(),
        title: z.string(),
        state: z.enum(['active', 'unsupported']),
        problem: z.string().nullable(),
        matches: z.int().min(0),
        threats: z.int().min(0).describe('Threats that the rules would have opened.'),
        sample_names: z.array(z.string()),
      }),
    ),
  }),
  errors: ['not_found', 'question_too_large'],
  timeLimit: 120_000,
  async run({ caller, body, signal }, ports: TrySigmaRulesPorts) {
    const rules = prepareRules(body.rules);
    const scope = await trafficScope(rangeOf(caller, body), ports);
    const announced = await ports.canaries.list(caller.accountId, mostCanaries);
    const canaries = announced.map(({ id, endsAt }) => ({ id, until: endsAt.getTime() }));
    const trial = await tryRules(rules, { ...scope, canaries, mostRows, mostTime }, ports, signal);
    return {
      from: scope.from.toISOString(),
      to: (trial.stoppedAt ?? scope.to).toISOString(),
      complete: trial.stoppedAt === undefined,
      rows: trial.rows,
      skipped: trial.skippedRules,
      rules: trial.rules.map(({ rule, matches, threats, sampleNames }) => ({
        rule_id: rule.ruleId,
        title: rule.title,
        state: rule.problem === null ? ('active' as const) : ('unsupported' as const),
        problem: rule.problem?.message ?? null,
        matches,
        threats,
        sample_names: [...sampleNames],
      })),
    };
  },
});
