import { ancestry, isAtOrBelow, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { SecurityStatus } from '../../ports/dns-validation.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import { denialSets } from '../../protocols/dnssec/chain/deny.ts';
import type { Dnskey } from '../../protocols/dnssec/records/dnskey.ts';
import { rrsetsOf } from '../../protocols/dnssec/records/rrset.ts';
import type { SignedSetEntry, ZoneEntry } from './dnssec-result.ts';
import { SignatureExaminer } from './examine-signatures.ts';
import { keyEntries, signerEntries } from './judge-keys.ts';
import { keysIn, signersIn, type ZoneFacts } from './zone-facts.ts';

const mostZones = 12;
/** Names between an unsigned zone and the domain's, at which another zone may begin. */
const mostCutsAsked = 6;
const mostSets = 8;

type Ports = Pick<ScanPorts, 'clock' | 'dns' | 'signal'>;
type Status = SecurityStatus | null;

/**
 * Lists every zone from the trust anchor down to the domain's, each with the records that vouch for its keys and the
 * sets that it signs. Asks for little that validation has not asked for: below a zone that is not signed, where the
 * zones begin, and their keys.
 */
export async function zonesOfChain(
  domain: string,
  answers: readonly DnsAnswer[],
  facts: ZoneFacts | undefined,
  ports: Ports,
): Promise<ZoneEntry[] | null> {
  const statuses = statusesOf(domain, facts === undefined ? answers : [...answers, facts.dnskey]);
  if (facts !== undefined) await addBelow(statuses, facts.zone, ports);
  const zones = [...statuses.keys()].slice(0, mostZones);
  if (zones.length === 0) return null;
  const examiner = new SignatureExaminer(ports.clock);
  const entries: ZoneEntry[] = [];
  for (const [index, zone] of zones.entries()) {
    const next = zones[index + 1];
    const shown = next === undefined ? lastAnswers(answers, facts) : [await ask(next, recordTypes.DS, ports)];
    entries.push(await zoneEntry(zone, statuses.get(zone)!, shown, examiner, ports));
  }
  return entries;
}

/** The zone's SOA stands in the place of the domain's own, which only apexes have. */
function lastAnswers(answers: readonly DnsAnswer[], facts: ZoneFacts | undefined): readonly DnsAnswer[] {
  if (facts === undefined) return answers;
  return [facts.soa, ...answers.filter(({ question }) => question.type !== recordTypes.SOA)];
}

/** The zones that validation went through, with what it said of each. */
function statusesOf(domain: string, answers: readonly DnsAnswer[]): Map<string, Status> {
  const steps = answers.flatMap(({ validation }) => validation?.steps ?? []);
  const [anchored] = steps.filter(({ zone, subject }) => subject === `${zone} DNSKEY`);
  const found = new Map<string, Status>();
  for (const { zone, subject, status } of steps) {
    const isZone = subject === `${zone} DS` || (zone === anchored?.zone && subject === `${zone} DNSKEY`);
    if (isZone && isAtOrBelow(domain, zone) && !found.has(zone)) found.set(zone, status);
  }
  return new Map([...found].toSorted(([one], [other]) => ancestry(one).length - ancestry(other).length));
}

/** Zones below the one that validation ends at: they are as that is. */
async function addBelow(statuses: Map<string, Status>, zone: string, ports: Ports): Promise<void> {
  const [last, status] = [...statuses].at(-1) ?? ['.', null];
  const between = ancestry(zone).filter((name) => isBelow(name, last) && name !== zone);
  for (const name of between.toReversed().slice(-mostCutsAsked)) {
    const { answer } = await ports.dns.resolve(name, recordTypes.SOA, {
      validate: false,
      signal: ports.signal,
    });
    if (answer.some((record) => record.type === recordTypes.SOA && record.name === name))
      statuses.set(name, status);
  }
  if (!statuses.has(zone)) statuses.set(zone, status);
}

/** `shown`: the answers that lead on from the zone: that about the DS records of the next, or those about the domain. */
async function zoneEntry(
  zone: string,
  status: Status,
  shown: readonly DnsAnswer[],
  examiner: SignatureExaminer,
  ports: Ports,
): Promise<ZoneEntry> {
  const anchors = (ports.dns.trustAnchors ?? []).filter((anchor) => anchor.zone === zone);
  const isAnchored = anchors.length > 0 || zone === '.';
  const dnskey = await ask(zone, recordTypes.DNSKEY, ports);
  const ds = isAnchored ? undefined : await ask(zone, recordTypes.DS, ports);
  const keys = keysIn(dnskey, zone);
  const facts = { dnskey, keys, signers: ds === undefined ? [] : signersIn(ds, zone) };
  const sets = [dnskey, ...shown].flatMap((answer) => setsOf(answer, zone, keys, examiner));
  const tags = [...new Set(anchors.map(({ keyTag }) => keyTag))];
  return {
    zone,
    status,
    anchors: tags.length > 0 ? tags : null,
    signers: ds === undefined || ds.failure !== undefined ? null : signerEntries(facts),
    keys:
      dnskey.failure === undefined
        ? keyEntries(facts).map((key) => ({
            ...key,
            vouchedFor: key.vouchedFor || tags.includes(key.keyTag),
          }))
        : null,
    sets: distinct(sets).slice(0, mostSets),
  };
}

/** What the zone has in an answer: records that were asked for, or those that deny them. */
function setsOf(
  answer: DnsAnswer,
  zone: string,
  keys: readonly Dnskey[],
  examiner: SignatureExaminer,
): SignedSetEntry[] {
  const { name, type } = answer.question;
  const asked = rrsetsOf(answer.answer).filter(
    (set) => set.name === name && (set.type === type || set.type === recordTypes.CNAME),
  );
  if (asked.length > 0) return asked.map((set) => examiner.examine(set, zone, keys));
  return denialSets(answer)
    .filter((set) => set.signatures.length === 0 || set.signatures.some(({ signer }) => signer === zone))
    .map((set) => examiner.examine(set, zone, keys, `${name} ${recordTypeName(type)}`));
}

function distinct(sets: readonly SignedSetEntry[]): SignedSetEntry[] {
  return [...new Map(sets.map((set) => [`${set.name} ${set.type}`, set])).values()];
}

function ask(name: string, type: number, { dns, signal }: Ports): Promise<DnsAnswer> {
  return dns.resolve(name, type, { signal });
}
