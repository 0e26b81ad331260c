import { InvalidInput } from '@sonde/shared/errors.ts';
import { policyChangeSchema, policyDocumentSchema } from '@sonde/shared/policy/document.ts';
import { zoneName } from '@sonde/shared/policy/rpz-zone.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { type PolicyPorts, policyTag, signedPolicy } from '../../domain/traffic/resolvers/policy-document.ts';
import type { PolicyWatch } from '../../domain/traffic/resolvers/policy-watch.ts';
import { policyZoneText } from '../../domain/traffic/resolvers/policy-zone-text.ts';
import { ConditionalAnswer } from '../../http/conditional-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { PolicyState } from '../../ports/resolvers/policy-rules.ts';
import type { ResolverStore } from '../../ports/resolvers/resolvers.ts';

export const getPolicy = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unbound/policy',
  summary: 'Get the policy of a resolver',
  description:
    'Returns all rules for the resolver of the key. With `since`, returns the changes since that ' +
    'version. `X-Sonde-Policy-Signature` has the HMAC-SHA-256 of the line "sonde policy signature ' +
    'v1" followed by the bytes of the answer, under the key. The collector records the version ' +
    'that the resolver reports and shows it in the list of resolvers. If the request has the ' +
    'current entity tag and nothing changed, the answer is 304.',
  family: 'Resolvers',
  access: 'resolver',
  module: 'policy',
  metered: false,
  conditional: true,
  query: z.object({
    since: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe(
        'The version that the resolver holds. If the changes since then are no longer kept, the ' +
          'answer has all rules.',
      ),
    wait: z
      .int()
      .min(0)
      .max(30)
      .default(0)
      .describe('Seconds to wait for a version after `since` if there is none yet.'),
    format: z
      .enum(['json', 'rpz'])
      .default('json')
      .describe('JSON, or the text of a response policy zone (RPZ).'),
    serial: z
      .int()
      .min(0)
      .max(0xff_ff_ff_ff)
      .optional()
      .describe('The serial of the policy zone that the resolver uses, for display.'),
    refused: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The version that the resolver rolled back from and does not accept again.'),
    not_enforced: z
      .int()
      .min(0)
      .max(10_000_000)
      .optional()
      .describe('Number of rules that the resolver cannot enforce.'),
    zone: z
      .string()
      .max(255)
      .default('policy.sonde')
      .meta({ examples: ['policy.sonde'] })
      .describe('Name of the zone for the format `rpz`.'),
  }),
  response: z.union([policyDocumentSchema, policyChangeSchema]),
  streams: ['text/dns'],
  timeLimit: 60_000,
  async run({ caller, query, signal }, ports: PolicyPorts & AskingPorts) {
    const { accountId, resolverId, secret } = caller;
    const told = {
      serial: query.serial ?? null,
      refusedVersion: query.refused ?? null,
      notEnforced: query.not_enforced ?? null,
    };
    if (query.format === 'rpz') {
      const zone = checkZone(query.zone);
      const { version } = await ports.policyRules.state(accountId);
      await ports.resolvers.recordPolicy(resolverId, { ...told, version });
      return new StreamedAnswer(
        'text/dns',
        'policy.rpz',
        policyZoneText({ accountId, resolverId, zone }, ports),
      );
    }
    if (query.since !== undefined) {
      await ports.resolvers.recordPolicy(resolverId, { ...told, version: query.since });
    }
    const { version } = await stateAfter(accountId, query, signal, ports);
    const question = { accountId, resolverId, secret, since: query.since };
    return new ConditionalAnswer(policyTag(resolverId, version), () => signedPolicy(question, ports));
  },
});

interface AskingPorts {
  readonly clock: Clock;
  readonly policyWatch: Pick<PolicyWatch, 'next'>;
  readonly resolvers: Pick<ResolverStore, 'recordPolicy'>;
}

/** The state of the policy; if it is still that of `since`, after a change or the time to wait. */
async function stateAfter(
  accountId: number,
  { since, wait }: { since?: number | undefined; wait: number },
  signal: AbortSignal,
  ports: PolicyPorts & { readonly policyWatch: Pick<PolicyWatch, 'next'> },
): Promise<PolicyState> {
  if (since === undefined || wait === 0) return await ports.policyRules.state(accountId);
  const over = new AbortController();
  // Waits from before the look, so that no change falls in between.
  const change = ports.policyWatch.next(accountId, wait * 1_000, AbortSignal.any([signal, over.signal]));
  try {
    const state = await ports.policyRules.state(accountId);
    if (state.version !== since) return state;
    await change;
    return await ports.policyRules.state(accountId);
  } finally {
    over.abort();
  }
}

function checkZone(text: string): string {
  try {
    return zoneName(text);
  } catch {
    throw new InvalidInput('zone', 'This cannot be the name of a policy zone.');
  }
}
