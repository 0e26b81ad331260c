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
    z.object({ kind: z.literal('name'), name: nameSchema }).describe('Queries for exactly this name.'),
    z
      .object({ kind: z.literal('wildcard'), name: nameSchema })
      .describe('Queries for names beneath this one.'),
    z.object({ kind: z.literal('domain'), name: nameSchema }).describe('This name and all beneath it.'),
    z.object({ kind: z.literal('client'), network: networkSchema }).describe('All queries of these clients.'),
    z
      .object({ kind: z.literal('response'), network: networkSchema })
      .describe('Responses with such an address.'),
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
        .describe('What the client gets: no such name, no such data, nothing, or a retry over TCP.'),
    }),
    z
      .object({ kind: z.literal('allow') })
      .describe('Answer as without a policy, whatever a wider rule says.'),
    z.object({ kind: z.literal('redirect'), name: nameSchema }).describe('Answer with a CNAME to this name.'),
    z
      .object({
        kind: z.literal('redirect_to_addresses'),
        addresses: z
          .array(z.union([z.ipv4(), z.ipv6()]))
          .min(1)
          .max(16),
      })
      .describe('Answer with these addresses.'),
    z
      .object({ kind: z.literal('log') })
      .describe(
        'Count what the rule would hit. The resolver is not told of it, so that it changes no answer.',
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
    .describe('Decides among rules about the very same thing; the greater one wins.'),
  schedule: scheduleSchema.optional().describe('When the rule holds; always if absent.'),
});
export type PolicyRule = z.infer<typeof policyRuleSchema>;

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= (isIPv4(address) ? 32 : 128);
}
