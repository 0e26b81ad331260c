import { extendedErrorName } from '@sonde/shared/dns/extended-errors.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type {
  ExtendedError,
  SecurityStatus,
  Validation,
  ValidationStep,
} from '../../ports/dns-validation.ts';
import type { Scanner } from '../../ports/scanner.ts';
import { isMissing } from '../delegation/zone-of-domain.ts';
import { PartBuilder } from '../part-builder.ts';
import type { DnssecResult } from './dnssec-result.ts';
import { childSyncEntry, judgeChildSync } from './judge-child-sync.ts';
import { denialEntry, judgeDenial } from './judge-denial.ts';
import { judgeKeys, judgeSigners, keyEntries, signerEntries } from './judge-keys.ts';
import { judgeSignatures, signatureEntries } from './judge-signatures.ts';
import { zonesOfChain } from './zone-chain.ts';
import { gatherZone, type ZoneFacts, zoneOfAnswer } from './zone-facts.ts';

const source = 'dnssec';
const mostSteps = 64;
const mostDoubts = 4;
const severity: readonly SecurityStatus[] = ['secure', 'insecure', 'indeterminate', 'bogus'];

/**
 * The DNSSEC scanner validates the chain of trust down to a domain, and checks the state of its keys and signatures.
 */
export const dnssecScanner: Scanner<DnssecResult> = {
  id: source,
  async scan(domain, ports) {
    const part = new PartBuilder(source);
    // Ordinary questions, such as others ask as well: one that names have, one that most have.
    const answers = await Promise.all(
      [recordTypes.SOA, recordTypes.A].map((type) =>
        ports.dns.resolve(domain, type, { signal: ports.signal }),
      ),
    );
    const zone = answers.map(zoneOfAnswer).find((name) => name !== undefined);
    const isThere = !answers.every(isMissing);
    const facts = zone === undefined || !isThere ? undefined : await gatherZone(zone, ports);
    const all = [
      ...answers,
      ...(facts === undefined ? [] : [facts.soa, facts.dnskey, ...facts.denied.filter(isBogus)]),
    ];
    const validation = worstOf(all);
    const zones = await zonesOfChain(domain, answers, facts, ports);
    for (const answer of all) noteFailure(part, answer);
    if (!isThere && validation?.status !== 'bogus') {
      const details = `${domain} does not exist.`;
      part.unknown('no_such_domain', details, 'RFC 8020 section 2');
      return part.done({
        ...resultOf(domain, validation, undefined, undefined),
        valid: null,
        details,
        zones,
      });
    }
    judgeStatus(part, domain, validation);
    judgeDoubts(part, all);
    if (facts !== undefined) {
      judgeKeys(part, facts);
      judgeSigners(part, facts);
      judgeSignatures(part, facts, Math.floor(ports.clock.now() / 1_000));
      judgeDenial(part, facts.zone, denialOf(facts));
      judgeChildSync(part, facts);
      judgeIsland(part, facts);
    }
    return part.done({ ...resultOf(domain, validation, facts, unreachable(all)), zones });
  },
};

/** Denials may be insecure in a secure zone (opt-out, too many rounds); but they must not be wrong. */
function isBogus({ security }: DnsAnswer): boolean {
  return security === 'bogus';
}

function worstOf(answers: readonly DnsAnswer[]): Validation | undefined {
  return answers
    .flatMap(({ validation }) => validation ?? [])
    .toSorted((one, other) => severity.indexOf(other.status) - severity.indexOf(one.status))[0];
}

function noteFailure(part: PartBuilder, { failure, failureMessage, question }: DnsAnswer): void {
  if (failure !== undefined) part.error(failure, `${question.name}: ${failureMessage ?? failure}`);
}

/** What a resolver says if it got no answer from any server (RFC 8914 section 4.23). */
function unreachable(answers: readonly DnsAnswer[]): ExtendedError | undefined {
  const failed = answers.find(({ failure }) => failure !== undefined && failure !== 'budget');
  return failed === undefined ? undefined : { code: 22, text: failed.failureMessage ?? '' };
}

function judgeStatus(part: PartBuilder, domain: string, validation: Validation | undefined): void {
  if (validation === undefined) {
    part.unknown('unanswered', `Whether ${domain} is signed could not be found out.`, 'RFC 4035 section 4.3');
    return;
  }
  const { status, message } = validation;
  const rule = validation.steps.findLast((step) => step.status === status)?.rule ?? 'RFC 4035 section 5';
  if (status === 'secure')
    part.pass('secure', `The answers of ${domain} validate from the trust anchor down.`, rule);
  else if (status === 'bogus') {
    part.fail('critical', 'bogus', `Validating resolvers refuse the answers of ${domain}: ${message}`, rule, {
      advice: adviceFor(validation.extendedError?.code),
    });
  } else if (status === 'indeterminate') {
    part.unknown('indeterminate', `The chain of trust to ${domain} could not be followed: ${message}`, rule);
  } else {
    part.info('insecure', `The answers of ${domain} are not protected by DNSSEC: ${message}`, rule, {
      advice: 'Sign the zone and give its DS record to the registrar.',
    });
  }
}

/** Resolvers that met these servers had to ask others. */
function judgeDoubts(part: PartBuilder, answers: readonly DnsAnswer[]): void {
  const validations = answers.flatMap(({ validation }) => validation ?? []);
  const doubts = validations
    .filter(({ status }) => status !== 'bogus')
    .flatMap(({ steps }) => steps.filter((step) => step.status === 'bogus'));
  const bySubject = new Map(doubts.map((step) => [step.subject, step]));
  for (const { subject, message, rule } of [...bySubject.values()].slice(0, mostDoubts)) {
    const details = `${subject} does not validate, while the same of another server does: ${message}`;
    part.warning('high', 'server_does_not_validate', details, rule, {
      advice: 'See whether that server still transfers the zone, and serves its signatures.',
    });
  }
}

function adviceFor(code: number | undefined): string {
  if (code === 7) return 'Sign the zone anew, and see why that did not happen by itself.';
  if (code === 8) return 'Set the clock of the machine that signs.';
  if (code === 9)
    return 'Publish the key that the DS record stands for, or take the DS record out at the registrar.';
  if (code === 10)
    return 'Serve the signatures from every name server; see whether one serves an unsigned copy.';
  if (code === 12) return 'Serve NSEC or NSEC3 records from every name server.';
  return 'Sign the zone anew with the keys that the DS records stand for.';
}

/** Signed, but nobody vouches for it. */
function judgeIsland(part: PartBuilder, { zone, keys, signers, ds }: ZoneFacts): void {
  if (keys.length === 0 || signers.length > 0 || ds.failure !== undefined) return;
  part.warning(
    'medium',
    'signed_without_ds',
    `${zone} is signed, but the zone above has no DS record for it.`,
    'RFC 4035 section 2.4',
    {
      advice: 'Give the DS record to the registrar.',
    },
  );
}

function denialOf(facts: ZoneFacts) {
  return facts.keys.length === 0 ? null : denialEntry(facts);
}

function resultOf(
  domain: string,
  validation: Validation | undefined,
  facts: ZoneFacts | undefined,
  unreachable: ExtendedError | undefined,
): Omit<DnssecResult, 'zones'> {
  const status = validation?.status ?? null;
  const error = validation?.extendedError ?? unreachable;
  const canTell = facts !== undefined && facts.ds.failure === undefined;
  return {
    enabled: canTell ? facts.signers.length > 0 : null,
    valid: status === null || status === 'indeterminate' ? null : status === 'secure',
    status,
    details: detailsOf(domain, validation),
    zone: facts?.zone ?? null,
    chain: validation === undefined && facts === undefined ? null : chainOf(validation?.steps ?? [], facts),
    extendedError: error === undefined ? null : { ...error, name: extendedErrorName(error.code) },
    signers: facts === undefined ? null : signerEntries(facts),
    keys: facts === undefined ? null : keyEntries(facts),
    signatures: facts === undefined ? null : signatureEntries(facts),
    denial: facts === undefined ? null : denialOf(facts),
    childSync: facts === undefined ? null : childSyncEntry(facts),
  };
}

function chainOf(steps: readonly ValidationStep[], facts: ZoneFacts | undefined): ValidationStep[] {
  const more = facts?.dnskey.validation?.steps ?? [];
  const known = new Set(steps.map(({ subject }) => subject));
  return [...steps, ...more.filter(({ subject }) => !known.has(subject))].slice(0, mostSteps);
}

function detailsOf(domain: string, validation: Validation | undefined): string {
  switch (validation?.status) {
    case 'secure':
      return `${domain} is signed, and its answers validate from the trust anchor down.`;
    case 'insecure':
      return `${domain} is not protected by DNSSEC: ${validation.message}`;
    case 'bogus':
      return `${domain} does not validate: ${validation.message}`;
    case 'indeterminate':
      return `The chain of trust to ${domain} could not be followed: ${validation.message}`;
    default:
      return `Whether ${domain} is signed could not be found out.`;
  }
}
