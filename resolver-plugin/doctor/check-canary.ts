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
    const advice = 'Is this where the resolver listens? Give its address with --resolver ADDRESS:PORT.';
    return [wrong('canary', `Nobody answers on ${host} port ${port}.`, advice)];
  }
  return [
    proof.policy
      ? well('canary, policy', 'The resolver answered it out of our zone.')
      : wrong(
          'canary, policy',
          'The resolver did not answer it out of our zone.',
          'It has not loaded the policy zone: see its log.',
        ),
    proof.query || proof.response
      ? well('canary, dnstap', 'dnstap told of it.')
      : wrong(
          'canary, dnstap',
          'dnstap did not tell of it.',
          'Is this the resolver that writes to our socket?',
        ),
  ];
}
