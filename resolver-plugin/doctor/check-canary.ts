import { prove } from '../canary/prove.ts';
import type { Endpoint } from '../net/read-endpoint.ts';
import { type Finding, well, wrong } from './finding.ts';

/** Asks the resolver for the canary: whether dnstap tells of it, and the policy zone answers it. */
export async function checkCanary(
  statusSocket: string,
  resolver: Endpoint,
  milliseconds?: number,
): Promise<Finding[]> {
  const proof = await prove(statusSocket, resolver, milliseconds);
  if (proof === undefined) return [];
  const { host, port } = resolver;
  if (!proof.answered) {
    const advice = 'Check that the resolver listens there, or give its address with --resolver ADDRESS:PORT.';
    return [wrong('canary', `No resolver answers on ${host} port ${port}.`, advice)];
  }
  return [
    proof.policy
      ? well('canary, policy', 'The resolver answered the canary name from the policy zone.')
      : wrong(
          'canary, policy',
          'The resolver did not answer the canary name from the policy zone.',
          'The resolver has not loaded the policy zone. See the log of the resolver.',
        ),
    proof.query || proof.response
      ? well('canary, dnstap', 'The canary query came back over dnstap.')
      : wrong(
          'canary, dnstap',
          'The canary query did not come back over dnstap.',
          'Check that this resolver writes to the dnstap socket of sonde-resolver.',
        ),
  ];
}
