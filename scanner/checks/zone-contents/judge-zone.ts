import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { Effort } from '../../protocols/dnssec/crypto/effort.ts';
import { verifyZonemd } from '../zonemd/verify-zonemd.ts';
import { judgeApex, readSoa } from './judge-apex.ts';
import { judgeDelegations } from './judge-delegations.ts';
import { type DenialKind, judgeDenial } from './judge-denial.ts';
import { judgeDigests } from './judge-digests.ts';
import { judgeKeys, keysOf } from './judge-keys.ts';
import { judgeHiddenWildcards, judgeNames } from './judge-names.ts';
import { judgeSets } from './judge-sets.ts';
import { judgeSignatures, type SignatureCount } from './judge-signatures.ts';
import { judgeTargets } from './judge-targets.ts';
import { judgeTexts } from './judge-texts.ts';
import { type ZoneFinding, ZoneFindings } from './zone-findings.ts';
import type { ZoneSeverity } from './zone-rules.ts';
import { ZoneTree } from './zone-tree.ts';

export interface ZoneJudging {
  /** Seconds since 1970, which signatures have to be in force at. */
  readonly now: number;
  /** Signatures that are verified and rounds of hashing that are done; a zone beyond them is told to be judged in part. */
  readonly effort?: Effort;
}

/** A zone verdict states whether a zone is accepted, and its findings. */
export interface ZoneVerdict {
  /** The name of the SOA; null without one. */
  readonly zone: string | null;
  readonly serial: number | null;
  /** Whether it has no finding of severity `error`. */
  readonly accepted: boolean;
  readonly findings: readonly ZoneFinding[];
  /** Of each severity, those that are not listed included. */
  readonly counts: Readonly<Record<ZoneSeverity, number>>;
  /** Findings beyond those that are listed. */
  readonly omitted: number;
  readonly records: number;
  /** Names that have records, or names below that have some. */
  readonly names: number;
  readonly signed: boolean;
  readonly denial: DenialKind;
  /** Null if the zone is not signed. */
  readonly signatures: Readonly<SignatureCount> | null;
}

/** Types that only a signed zone has. */
const ofSigned: readonly number[] = [recordTypes.RRSIG, recordTypes.NSEC, recordTypes.NSEC3];
/** A zone is judged whole up to that: some ten times the largest that is taken as a text. */
const usualEffort = { signatures: 20_000, hashes: 2_000_000 };

/** Judges the records of a zone file by themselves and beside each other; nothing is asked of the network. */
export function judgeZone(
  records: readonly ZoneRecord[],
  { now, effort = new Effort(usualEffort) }: ZoneJudging,
): ZoneVerdict {
  const findings = new ZoneFindings();
  const soa = records.find(({ type }) => type === recordTypes.SOA);
  if (soa === undefined) {
    findings.add('soa_missing', null, 'The zone has no SOA record.');
    return verdict(findings, { zone: null, serial: null, records: records.length, names: 0 });
  }
  const tree = new ZoneTree(soa.name, within(records, soa, findings));
  judgeApex(tree, soa, now, findings);
  judgeSets(tree, findings);
  judgeNames(tree, findings);
  judgeHiddenWildcards(tree, findings);
  judgeTargets(tree, findings);
  judgeDelegations(tree, findings);
  judgeTexts(tree, findings);
  judgeDigests(tree, findings);
  const security = judgeSecurity(tree, soa, { now, effort }, findings);
  judgeDigest(records, soa, findings);
  return verdict(findings, {
    zone: soa.name,
    serial: readSoa(soa)?.serial ?? null,
    records: records.length,
    names: tree.size,
    ...security,
  });
}

/** The zone's own records: of its class, at and below its apex. */
function within(records: readonly ZoneRecord[], soa: ZoneRecord, findings: ZoneFindings): ZoneRecord[] {
  return records.filter((record) => {
    if (record.class !== soa.class) {
      findings.add(
        'class_differs',
        record,
        `${record.name} has a record of another class than the SOA record.`,
      );
      return false;
    }
    if (!isAtOrBelow(record.name, soa.name)) {
      findings.add('out_of_zone', record, `${record.name} is not within ${soa.name}.`);
      return false;
    }
    if (record.type === recordTypes.SOA && record !== soa) {
      if (record.name !== soa.name) {
        findings.add(
          'soa_not_at_apex',
          record,
          `${record.name} has an SOA record and is not the apex, ${soa.name}.`,
        );
      } else {
        findings.add('soa_again', record, `There is a second SOA record at ${record.name}.`);
      }
    }
    return true;
  });
}

type Security = Pick<ZoneVerdict, 'signed' | 'denial' | 'signatures'>;

function judgeSecurity(
  tree: ZoneTree,
  soa: ZoneRecord,
  { now, effort }: Required<ZoneJudging>,
  findings: ZoneFindings,
): Security {
  const keys = keysOf(tree);
  judgeKeys(tree, keys, findings);
  const isSigned = hasAny(tree, ofSigned);
  const [key] = tree.apex.sets.get(recordTypes.DNSKEY) ?? [];
  if (!isSigned) {
    const what = `${tree.apex.name} has keys and no signatures: it is to be signed yet.`;
    if (key !== undefined) findings.add('keys_without_signatures', key, what);
    return unsigned;
  }
  if (key === undefined) {
    findings.add('dnskey_missing', tree.apex.name, `${tree.apex.name} has signatures and no DNSKEY record.`);
    return { ...unsigned, signed: true };
  }
  const signatures = judgeSignatures(tree, { keys, now, effort }, findings);
  return { signed: true, signatures, denial: judgeDenial(tree, soa, effort, findings) };
}

const unsigned: Security = { signed: false, denial: null, signatures: null };

function hasAny(tree: ZoneTree, types: readonly number[]): boolean {
  for (const { sets } of tree.nodes) if (types.some((type) => sets.has(type))) return true;
  return false;
}

function judgeDigest(records: readonly ZoneRecord[], soa: ZoneRecord, findings: ZoneFindings): void {
  const own = records.find(({ name, type }) => name === soa.name && type === recordTypes.ZONEMD);
  if (own === undefined) return;
  const { status, message } = verifyZonemd(records, soa.name);
  if (status === 'invalid') findings.add('zonemd_invalid', own, message);
  else if (status === 'unverifiable') findings.add('zonemd_unverifiable', own, message);
}

function verdict(
  findings: ZoneFindings,
  facts: Pick<ZoneVerdict, 'zone' | 'serial' | 'records' | 'names'> & Partial<Security>,
): ZoneVerdict {
  const { counts, kept, omitted } = findings;
  return { ...unsigned, ...facts, accepted: counts.error === 0, findings: kept, counts, omitted };
}
