import { getDomain } from 'tldts';
import type { Scanner, ScanPart, ScanPorts } from '../../ports/scanner.ts';
import type { Registration } from '../../protocols/registration/registration.ts';
import type {
  FoundRegistration,
  RegistrationDirectory,
} from '../../protocols/registration/registration-directory.ts';
import { askRecords } from '../ask-records.ts';
import { PartBuilder } from '../part-builder.ts';
import { compareWithDns } from './compare-with-dns.ts';
import { judgeRegistration } from './judge-registration.ts';
import type { WhoisResult } from './whois-result.ts';

const dayMilliseconds = 86_400_000;
const rule = 'RFC 7480 section 5.3';

/**
 * Creates the scanner that reads a domain's registration from the registry, by RDAP or WHOIS; its personal data is left
 * out.
 */
export function createWhoisScanner(
  directory: Pick<RegistrationDirectory, 'find'>,
): Scanner<WhoisResult | null> {
  return {
    id: 'whois',
    async scan(domain, ports) {
      const part = new PartBuilder('whois');
      const registeredDomain = getDomain(domain);
      if (registeredDomain === null) {
        part.error('unsupported', `${domain} is a public suffix, below which others register domains.`);
        return part.done(null);
      }
      const found = await directory.find(registeredDomain, ports);
      for (const { source, code, message } of found.failures) {
        // A top-level domain may have one of the two; that is only worth telling where neither could say.
        if (code !== 'unsupported' || found.answer.state === 'unknown')
          part.error(code, `${source}: ${message}`);
      }
      return tell(registeredDomain, found, part, ports);
    },
  };
}

async function tell(
  registeredDomain: string,
  { answer }: FoundRegistration,
  part: PartBuilder,
  ports: ScanPorts,
): Promise<ScanPart<WhoisResult>> {
  if (answer.state === 'unknown') {
    part.unknown('registry_silent', 'No registry could be asked for the registration.', rule);
    return part.done({
      details: 'No registry could be asked.',
      registeredDomain,
      registered: null,
      source: null,
      registration: null,
      ageDays: null,
      daysUntilExpiry: null,
    });
  }
  if (answer.state === 'not_registered') {
    const inDns = (await askRecords(registeredDomain, 'NS', ports, 'whois')).records.length > 0;
    if (inDns)
      part.unknown(
        'unknown_to_registry',
        `${answer.server} does not know ${registeredDomain}, which the DNS has.`,
        rule,
      );
    else part.info('not_registered', `${registeredDomain} is not registered.`, rule);
    return part.done({
      details: inDns ? `${answer.server} does not know the domain.` : 'The domain is not registered.',
      registeredDomain,
      registered: inDns ? null : false,
      source: answer.source,
      registration: null,
      ageDays: null,
      daysUntilExpiry: null,
    });
  }
  const { registration } = answer;
  const now = ports.clock.now();
  const ageDays = daysBetween(registration.registeredAt, now, -1);
  const daysUntilExpiry = daysBetween(registration.expiresAt, now, 1);
  judgeRegistration(part, registration, { age: ageDays, left: daysUntilExpiry });
  await compareWithDns(part, registration, ports);
  return part.done({
    details: sentenceOf(registration),
    registeredDomain,
    registered: true,
    source: registration.source,
    registration,
    ageDays,
    daysUntilExpiry,
  });
}

/** Whole days from now on (`sign` 1) or since then (-1). */
function daysBetween(time: string | null, now: number, sign: 1 | -1): number | null {
  return time === null ? null : Math.floor((sign * (Date.parse(time) - now)) / dayMilliseconds);
}

function sentenceOf({ registrar, registeredAt, expiresAt, source }: Registration): string {
  const by =
    registrar?.name == null ? 'Registered' : `Registered by ${registrar.name.replace(/[.\s]+$/, '')}`;
  const since = registeredAt === null ? '' : ` since ${registeredAt.slice(0, 10)}`;
  const until = expiresAt === null ? '' : ` until ${expiresAt.slice(0, 10)}`;
  return `${by}${since}${until} (${source === 'rdap' ? 'RDAP' : 'WHOIS'}).`;
}
