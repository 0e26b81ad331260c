import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import type { Effort } from '../../protocols/dnssec/crypto/effort.ts';
import { readSoa } from './judge-apex.ts';
import { judgeNsec } from './judge-nsec.ts';
import { judgeNsec3 } from './judge-nsec3.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneTree } from './zone-tree.ts';

/** A denial kind names the way in which a zone denies existence; null if it can't. */
export type DenialKind = 'nsec' | 'nsec3' | null;

/** Checks that a signed zone can deny every name that it does not have, and none that it has. */
export function judgeDenial(
  tree: ZoneTree,
  soa: ZoneRecord,
  effort: Effort,
  findings: ZoneFindings,
): DenialKind {
  const kind = denialKind(tree, findings);
  if (kind === 'nsec') judgeNsec(tree, findings);
  if (kind === 'nsec3') judgeNsec3(tree, effort, findings);
  if (kind !== null) judgeTtls(tree, soa, findings);
  return kind;
}

function denialKind(tree: ZoneTree, findings: ZoneFindings): DenialKind {
  const first = (type: number) => {
    for (const { sets } of tree.nodes) if (sets.has(type)) return sets.get(type)![0];
    return undefined;
  };
  const nsec = first(recordTypes.NSEC);
  const nsec3 = first(recordTypes.NSEC3);
  const { name, sets } = tree.apex;
  if (nsec === undefined && nsec3 === undefined) {
    findings.add('denial_missing', name, `${name} is signed and has neither NSEC nor NSEC3 records.`);
    return null;
  }
  if (nsec === undefined) return 'nsec3';
  if (nsec3 === undefined) {
    const [parameters] = sets.get(recordTypes.NSEC3PARAM) ?? [];
    if (parameters !== undefined && parameters.data[1] === 0) {
      findings.add('nsec3_parameters', parameters, `${name} has NSEC3 parameters and no NSEC3 records.`);
    }
    return 'nsec';
  }
  // While one chain replaces the other both are there: the parameters say that NSEC3 counts.
  findings.add('denial_both', nsec3, `${name} has both NSEC and NSEC3 records.`);
  return sets.has(recordTypes.NSEC3PARAM) ? 'nsec3' : 'nsec';
}

/** A denial is kept as long as the SOA record of a denial would be (RFC 9077 section 3). */
function judgeTtls(tree: ZoneTree, soa: ZoneRecord, findings: ZoneFindings): void {
  const fields = readSoa(soa);
  if (fields === undefined) return;
  const wanted = Math.min(soa.ttl, fields.minimum);
  for (const { name, sets } of tree.nodes) {
    const [record] = sets.get(recordTypes.NSEC) ?? sets.get(recordTypes.NSEC3) ?? [];
    if (record === undefined || record.ttl === wanted) continue;
    const what = `The denial ${name} has TTL ${record.ttl}: ${wanted}, the lesser of the SOA's two, is right.`;
    findings.add('denial_ttl', record, what);
  }
}
