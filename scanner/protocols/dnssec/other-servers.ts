import { parentName } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { DnsResolution } from '../../ports/dns-resolution.ts';

/** Servers that are asked as well if one gave an answer that does not validate. */
const maxOthers = 2;

/**
 * Asks other servers of the zone the same question, one after the other as their answers are wanted: resolvers ask
 * those before they call an answer bogus. None if a resolver found the answer for us, or it was put together from
 * several.
 */
export async function* otherAnswers(
  { question, server }: DnsAnswer,
  dns: Pick<DnsResolution, 'ask' | 'zoneOf'>,
): AsyncGenerator<DnsAnswer> {
  if (server === '') return;
  const { name, type } = question;
  const { own, delegated } = await dns.zoneOf(type === recordTypes.DS ? (parentName(name) ?? '.') : name);
  const addresses = new Set([...own, ...delegated].flatMap((one) => one.addresses));
  if (!addresses.delete(server)) return;
  for (const other of [...addresses].slice(0, maxOthers)) {
    const first = await dns.ask(other, question);
    const answer = first.truncated ? await dns.ask(other, question, { transport: 'tcp' }) : first;
    if (isOfUse(answer)) yield answer;
  }
}

function isOfUse({ failure, responseCode, authoritative, truncated }: DnsAnswer): boolean {
  const isSaid = responseCode === responseCodes.NOERROR || responseCode === responseCodes.NXDOMAIN;
  return failure === undefined && isSaid && authoritative && !truncated;
}
