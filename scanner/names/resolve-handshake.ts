import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { DnsResolution } from '../ports/dns-resolution.ts';
import type { FoundName } from './name-answer.ts';

const asked = ['A', 'AAAA', 'NS', 'TXT'] as const;
const nameError = 3;

/** Resolves the records of a name below Handshake's root. Throws UpstreamFailed if no server of the name answers. */
export async function resolveHandshake(name: string, dns: DnsResolution): Promise<FoundName> {
  const answers = await Promise.all(
    asked.map(async (type) => ({ type, answer: await dns.resolve(name, recordTypes[type]) })),
  );
  const failed = answers.find(({ answer }) => {
    const { responseCode } = answer;
    return responseCode !== 0 && responseCode !== nameError;
  });
  if (failed !== undefined) {
    const { failure, failureMessage } = failed.answer;
    // An alias, or a server's name, leads to another system of names.
    if (failure === 'outside_dns') throw new UpstreamFailed(`${name} leads elsewhere: ${failureMessage}`);
    const isLate = failed.answer.failure === 'timeout';
    throw new UpstreamFailed(
      isLate ? "Handshake's root did not answer in time." : "Handshake's root, or a server below it, failed.",
      isLate ? 'timeout' : 'upstream_failed',
    );
  }
  const bogus = answers.some(({ answer }) => answer.security === 'bogus');
  if (bogus) throw new UpstreamFailed("What the servers below Handshake's root signed does not verify.");
  const byType = Object.fromEntries(
    answers.map(({ type, answer }) => [type.toLowerCase(), answer.answer.map(({ text }) => text)]),
  );
  const security = answers[0]?.answer.security ?? null;
  const isDenied = answers.every(({ answer }) => answer.responseCode === nameError);
  const proof = security === 'secure' ? ', and the zone above it proves that' : '';
  return {
    resolved: answers.every(({ answer }) => answer.answer.length === 0)
      ? null
      : { ...byType, dnssec: security },
    sources: ['handshake'],
    blocks: [],
    agreement: null,
    errors: [],
    ...(isDenied ? { remark: `There is no such name${proof}.` } : {}),
  };
}
