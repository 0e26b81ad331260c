import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import type { BatchRows } from '../batch-rows.ts';
import { canaryMark } from '../canary/canary-names.ts';
import { FailedNames } from '../dga/client/failed-names.ts';
import { judgeNames } from '../dga/client/judge-names.ts';
import { existenceOf } from '../dga/client/nonexistence.ts';
import { Sinkholes } from '../dga/client/sinkholes.ts';
import type { LabelJudge } from '../dga/label-judge.ts';
import { dynamicNameSuffixes } from '../names/lookup-services.ts';
import type { NameFacts } from '../names/name-facts.ts';
import { alternativeRoots } from '../names/special-names.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { rowTraits } from '../rows/row-traits.ts';
import type { DetectionSettings, DgaSettings } from '../settings.ts';
import type { ClientSlot, ClientStates } from '../state/client-states.ts';
import { TransactionTable } from '../state/transaction-table.ts';
import { type DrawnLandings, endingsOf } from './intrusion/drawn-landings.ts';

/** Domains that are remembered with the client that asked for them first, at 16 bytes. */
const rememberedFailed = 1 << 15;
/** Infected machines ask for the same at the same time; people in their turn. */
const inTurnSeconds = 600;
/** Whoever asks for so many drawn domains has a generator, whoever answers them. */
const drawnAnyway = 16;
const daySeconds = 86_400;
/** Failing domains of a client before it matters what else exists: most clients have one or two. */
const worthWeighing = 6;

/**
 * Detects domains made up by an algorithm: never one name alone, but what the latest different registrable domains have
 * in common that did not exist for one client. Names below hosting services, which number their guests, don't count;
 * those below dynamic DNS services do.
 */
export function createDgaDetector(
  judge: LabelJudge,
  states: ClientStates,
  landings: DrawnLandings,
): RowDetector {
  const { model } = judge;
  const clients = states.slot<FailedNames>();
  const failedBefore = new TransactionTable(rememberedFailed);
  const sinkholes = new Sinkholes();
  return {
    name: 'dga',
    tables: [judge.known],
    needs: rowTraits.fresh,
    observe: (row, { dga, nxdomainHijack }, report) => {
      const facts = row.name;
      if (!counts(facts)) return;
      const domain = facts.registrable!;
      const existence = existenceOf(row, domain);
      if (existence === 'present') {
        if (row.responseCode !== responseCodes.NOERROR) return;
        noteAlive(row, clients);
        if (facts.subdomain === '' && row.answerCount > 0 && judge.isMadeUp(facts.label))
          observeSinkhole(
            row,
            { sinkholes, dga, isError: mayBeError(row, landings, nxdomainHijack) },
            report,
          );
        return;
      }
      const at = row.observedSeconds;
      const names = clients.get(row);
      if (names?.touch(domain, at) === true) return;
      const failed = {
        domain,
        label: facts.label,
        ...judge.judge(facts.label),
        isBare: isItself(facts) && isAddress(row.queryType),
        isCommon: failedForOthers(row, failedBefore),
        existence,
        at,
      };
      const all = names ?? clients.set(row, new FailedNames());
      const newest = all.add(failed, dga.recentDomains);
      const judgement = judgeNames(all, newest, dga, model.language);
      if (judgement === undefined) return;
      const { severity, told, evidence } = judgement;
      report.add(row, {
        type: 'dga',
        severity,
        subject: row.clientAddress,
        technique: 'T1568.002',
        message: `${row.clientAddress} ${told}, such as ${domain}`,
        evidence: { ...evidence, model_version: model.version, thresholds: { ...dga } },
      });
    },
  };
}

/** Tells whether the row's server may answer so whatever does not exist: then the names say little of who asks. */
function mayBeError(
  row: BatchRows,
  landings: DrawnLandings,
  { endings }: DetectionSettings['nxdomainHijack'],
): boolean {
  const { addresses, observedSeconds, locationId, serverAddress } = row;
  if (addresses.count === 0) return false;
  const server = `${locationId} ${serverAddress}`;
  return endingsOf(landings.at(server, addressText(addresses.bytes), observedSeconds)).size >= endings;
}

function observeSinkhole(
  row: BatchRows,
  { sinkholes, dga, isError }: { sinkholes: Sinkholes; dga: DgaSettings; isError: boolean },
  report: Report,
): void {
  const limits = isError
    ? { seconds: daySeconds, domains: drawnAnyway }
    : { seconds: dga.windowSeconds, domains: dga.flaggedDomains };
  const found = sinkholes.add(row, row.name.registrable!, limits);
  if (found === undefined) return;
  report.add(row, {
    type: 'dga',
    severity: found.domains.length >= dga.recentDomains - 1 ? 'medium' : 'low',
    subject: row.clientAddress,
    technique: 'T1568.002',
    message: `${row.clientAddress} asked for ${found.domains.length} made-up domains that are all at ${found.address}`,
    evidence: {
      method: 'character model on the registrable label, and one address for all such domains of one client',
      flagged_domains: found.domains,
      address: found.address,
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      thresholds: { ...dga },
    },
  });
}

/** A domain that exists counts only for clients that ask for others that do not. */
function noteAlive(row: BatchRows, clients: ClientSlot<FailedNames>): void {
  const names = clients.get(row);
  if (names === undefined || names.added < worthWeighing) return;
  const { subdomain, hash } = row.name;
  names.addAlive(hash, subdomain === '', row.observedSeconds);
}

function counts({ class: kind, registrable, isPrivateSuffix, suffix }: NameFacts): boolean {
  if (registrable === undefined) return false;
  if (kind === 'unknown') return alternativeRoots.has(suffix);
  return kind === 'ordinary' && (!isPrivateSuffix || dynamicNameSuffixes.has(suffix));
}

/** Tells whether the domain failed for another client of the location some time ago, and remembers whom it failed for first. */
function failedForOthers(row: BatchRows, failedBefore: TransactionTable): boolean {
  const { low, high } = row.name.hash;
  const { observedSeconds: at, client } = row;
  const key = low ^ Math.imul(row.locationId, 0x9e37_79b1);
  const before = failedBefore.find(key, high);
  if (before === -1) {
    failedBefore.set(key, high, at, client.hash.low);
    return false;
  }
  return failedBefore.word(before) !== (client.hash.low | 0) && at - failedBefore.at(before) >= inTurnSeconds;
}

/** A canary puts its label before what a generator asks for by itself. */
function isItself({ subdomain }: NameFacts): boolean {
  return subdomain === '' || subdomain.startsWith(canaryMark);
}

function isAddress(type: number): boolean {
  return type === recordTypes.A || type === recordTypes.AAAA;
}
