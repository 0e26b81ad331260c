import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { storedName } from '../dns/names.ts';
import { scheduleSchema } from './schedule.ts';

/** One rule of a resolver's policy: what it is about, and what then happens. */

const nameSchema = z
  .string()
  .min(1)
  .max(1_020)
  .refine((text) => storedName(text) !== undefined, 'must be a domain name')
  .meta({ examples: ['bad.example'] });

const networkSchema = z
  .string()
  .max(64)
  .refine(isNetwork, 'must be an address or a prefix such as 192.0.2.0/24')
  .meta({ examples: ['192.0.2.0/24', '2001:db8::/32'] });

const ruleMatchSchema = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('name'), name: nameSchema })
      .describe('Matches queries for exactly this name.'),
    z
      .object({ kind: z.literal('wildcard'), name: nameSchema })
      .describe('Matches queries for names below this name.'),
    z
      .object({ kind: z.literal('domain'), name: nameSchema })
      .describe('Matches queries for this name and all names below it.'),
    z
      .object({ kind: z.literal('client'), network: networkSchema })
      .describe('Matches all queries of these clients.'),
    z
      .object({ kind: z.literal('response'), network: networkSchema })
      .describe('Matches responses that contain one of these addresses.'),
  ])
  .meta({ examples: [{ kind: 'domain', name: 'bad.example' }] });
export type RuleMatch = z.infer<typeof ruleMatchSchema>;

const blockAnswers = ['nxdomain', 'nodata', 'drop', 'tcp_only'] as const;

const ruleActionSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('block'),
      answer: z
        .enum(blockAnswers)
        .default('nxdomain')
        .describe(
          'What the client receives: `nxdomain` (no such name), `nodata` (no such record), `drop` (no ' +
            'response), or `tcp_only` (a truncated response, so that the client retries over TCP).',
        ),
    }),
    z
      .object({ kind: z.literal('allow') })
      .describe('Answers as without a policy, even if a broader rule matches.'),
    z
      .object({ kind: z.literal('redirect'), name: nameSchema })
      .describe('Answers with a CNAME to this name.'),
    z
      .object({
        kind: z.literal('redirect_to_addresses'),
        addresses: z
          .array(z.union([z.ipv4(), z.ipv6()]))
          .min(1)
          .max(16),
      })
      .describe('Answers with these addresses.'),
    z
      .object({ kind: z.literal('log') })
      .describe(
        'Only counts the queries that the rule would match. The rule is not sent to resolvers, so it ' +
          'changes no answer.',
      ),
  ])
  .meta({ examples: [{ kind: 'block', answer: 'nxdomain' }] });
export type RuleAction = z.infer<typeof ruleActionSchema>;

export const ruleIdSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 printable ASCII characters');

export const policyRuleSchema = z.object({
  id: ruleIdSchema,
  match: ruleMatchSchema,
  action: ruleActionSchema,
  priority: z
    .int()
    .min(0)
    .max(1_000)
    .default(0)
    .describe('Decides between rules for exactly the same match. The rule with the greater number wins.'),
  schedule: scheduleSchema.optional().describe('When the rule applies; always if absent.'),
});
export type PolicyRule = z.infer<typeof policyRuleSchema>;

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}
