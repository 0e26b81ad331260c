import { compareNames } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { readNsec } from '../../protocols/dnssec/denial/denial-records.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

/** Lists the types that NSEC and NSEC3 records tell of a name: at a delegation only the zone's own types. */
export function toldTypes({ sets, cut }: ZoneNode): Set<number> {
  const types = [...sets.keys()].filter((type) => type !== recordTypes.NSEC3);
  if (cut === undefined) return new Set(types);
  const { NS, DS, RRSIG, NSEC } = recordTypes;
  return new Set(types.filter((type) => type === NS || type === DS || type === RRSIG || type === NSEC));
}

/** Describes the difference between two sets of types, for people. */
export function difference(told: ReadonlySet<number>, own: ReadonlySet<number>): string {
  const list = (types: readonly number[]) => types.slice(0, 8).map(recordTypeName).join(', ');
  const more = [...told].filter((type) => !own.has(type));
  const less = [...own].filter((type) => !told.has(type));
  const parts = [
    ...(more.length > 0 ? [`it tells of ${list(more)}`] : []),
    ...(less.length > 0 ? [`it does not tell of ${list(less)}`] : []),
  ];
  return parts.join(' and ');
}

/** Judges the chain of NSEC records: one at each name with records of the zone, in their order, back to the apex. */
export function judgeNsec(tree: ZoneTree, findings: ZoneFindings): void {
  const owners: ZoneNode[] = [];
  for (const node of tree.nodes) {
    const isIn = node.isAuthoritative && node.dname === undefined && hasOwnRecords(node);
    const [first] = node.sets.get(recordTypes.NSEC) ?? [];
    if (isIn) owners.push(node);
    else if (first !== undefined) {
      const what = `${node.name} has an NSEC record, and the zone has nothing of its own there.`;
      findings.add('nsec_not_wanted', first, what);
    }
  }
  owners.sort((one, other) => compareNames(one.name, other.name));
  for (const [index, node] of owners.entries()) {
    const next = owners[(index + 1) % owners.length]!.name;
    judgeOwner(node, next, findings);
  }
}

function judgeOwner(node: ZoneNode, next: string, findings: ZoneFindings): void {
  const set = node.sets.get(recordTypes.NSEC);
  if (set === undefined) {
    findings.add('nsec_missing', firstOf(node), `${node.name} has no NSEC record.`);
    return;
  }
  const second = set.find(({ data }) => !data.equals(set[0]!.data));
  if (second !== undefined)
    findings.add('nsec_malformed', second, `${node.name} has ${set.length} NSEC records.`);
  const nsec = readNsec(set[0]!);
  if (nsec === undefined) {
    findings.add('nsec_malformed', set[0]!, `The NSEC record of ${node.name} is malformed.`);
    return;
  }
  if (nsec.next !== next) {
    const what = `The NSEC record of ${node.name} leads to ${nsec.next}, and the next name is ${next}.`;
    findings.add('nsec_next', set[0]!, what);
  }
  const wrong = difference(nsec.types, toldTypes(node));
  if (wrong !== '')
    findings.add('nsec_types', set[0]!, `The NSEC record of ${node.name} is wrong: ${wrong}.`);
}

/** Tells whether a node has records of its own: the names of a chain of NSEC3 records have no NSEC records. */
export function hasOwnRecords({ sets }: ZoneNode): boolean {
  for (const type of sets.keys()) {
    const isDenial = type === recordTypes.NSEC3 || type === recordTypes.NSEC;
    if (!isDenial && type !== recordTypes.RRSIG) return true;
  }
  return false;
}

function firstOf(node: ZoneNode): ZoneRecord | string {
  for (const [first] of node.sets.values()) return first!;
  return node.name;
}
