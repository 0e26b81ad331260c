import { isAtOrBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import { labelsOf } from '@sonde/shared/dns/wire-name.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { hostTypes, namesIn } from './record-targets.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

/** Types whose owner is a host. */
const ofHosts: readonly number[] = [recordTypes.A, recordTypes.AAAA, recordTypes.MX, recordTypes.WKS];
/** Types whose owners name a service by labels that begin with an underscore: how many of those. */
const ofServices: ReadonlyMap<number, readonly [number, string]> = new Map([
  [recordTypes.SRV, [2, '_service._protocol']],
  [recordTypes.TLSA, [2, '_port._protocol']],
]);
const hostLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Judges the names: hosts, services, wildcards, and likely slips of the pen. */
export function judgeNames(tree: ZoneTree, findings: ZoneFindings): void {
  const doubled = tree.apex.name === '.' ? undefined : `${tree.apex.name}.${tree.apex.name}`;
  const isReverse = /(?:^|\.)(?:in-addr|ip6)\.arpa$/.test(tree.apex.name);
  for (const node of tree.nodes) {
    judgeOwner(node, findings);
    judgeWildcard(node, tree, findings);
    if (doubled !== undefined && isAtOrBelow(node.name, doubled) && node.sets.size > 0) {
      const what = `${node.name} ends with the zone's name twice: a final dot is missing.`;
      findings.add('origin_twice', firstOf(node)!, what);
    }
    for (const set of node.sets.values()) {
      for (const record of set) judgeNamesIn(record, { doubled, isReverse }, findings);
    }
  }
}

function judgeOwner({ name, sets }: ZoneNode, findings: ZoneFindings): void {
  const record = ofHosts.map((type) => sets.get(type)?.[0]).find((one) => one !== undefined);
  if (record !== undefined && !isHostName(name, { wildcard: true })) {
    const what = `${name} has a record of type ${recordTypeName(record.type)} and is no name of a host.`;
    findings.add('bad_host_name', record, what);
  }
  for (const [type, [labels, form]] of ofServices) {
    const [first] = sets.get(type) ?? [];
    if (first === undefined) continue;
    const own = labelsOf(name.startsWith('*.') ? name.slice(2) : name).slice(0, labels);
    const isService = own.length === labels && own.every((label) => label[0] === 0x5f);
    if (!isService && !(name.startsWith('*.') && own[0]?.[0] === 0x5f)) {
      const what = `${name} has a ${recordTypeName(type)} record and does not begin with ${form}.`;
      findings.add('service_name', first, what);
    }
  }
}

function judgeNamesIn(
  record: ZoneRecord,
  { doubled, isReverse }: { readonly doubled: string | undefined; readonly isReverse: boolean },
  findings: ZoneFindings,
): void {
  const { type, name } = record;
  if (type === recordTypes.NSEC || type === recordTypes.RRSIG) return;
  const isOfHost = hostTypes.has(type) || (isReverse && type === recordTypes.PTR);
  const what = `${name} ${recordTypeName(type)}`;
  for (const target of namesIn(record)) {
    if (isOfHost && target !== '.' && !isHostName(target)) {
      findings.add('bad_host_name', record, `${what} points to ${target}, which is no name of a host.`);
    }
    if (doubled !== undefined && isAtOrBelow(target, doubled)) {
      const message = `${what} points to ${target}, which ends with the zone's name twice: a final dot is missing.`;
      findings.add('origin_twice', record, message);
    }
    if (hostTypes.has(type) && /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?:\.|$)/.test(target)) {
      const code = type === recordTypes.NS ? 'address_as_name' : 'bad_host_name';
      findings.add(code, record, `${what} points to ${target}: an address stands where a name has to.`);
    }
  }
  if (type === recordTypes.SOA) judgeSoaNames(record, findings);
}

function judgeSoaNames(record: ZoneRecord, findings: ZoneFindings): void {
  const [primary] = namesIn(record);
  if (primary !== undefined && primary !== '.' && !isHostName(primary)) {
    const what = `The SOA record of ${record.name} names ${primary} as primary server, which is no name of a host.`;
    findings.add('bad_host_name', record, what);
  }
}

function judgeWildcard(node: ZoneNode, { apex }: ZoneTree, findings: ZoneFindings): void {
  const { name, sets, parent } = node;
  const first = firstOf(node);
  if (first !== undefined && name.includes('*')) {
    const inner = labelsOf(name).slice(1);
    if (inner.some((label) => label.length === 1 && label[0] === 0x2a)) {
      findings.add(
        'asterisk_inside',
        first,
        `${name} has an asterisk inside, which stands for itself alone.`,
      );
    } else if (/^[^.]*\*/.test(name) && name !== '*' && !name.startsWith('*.')) {
      const what = `${name} is no wildcard: the asterisk has to be a label of its own.`;
      findings.add('asterisk_inside', first, what);
    }
  }
  const isWildcard = name === '*' || name.startsWith('*.');
  if (isWildcard && sets.has(recordTypes.NS) && node !== apex) {
    const what = `${name} is a wildcard that delegates, which means nothing.`;
    findings.add('wildcard_delegation', sets.get(recordTypes.NS)![0]!, what);
  }
  if (isWildcard && sets.has(recordTypes.DNAME)) {
    const what = `${name} is a wildcard with a DNAME record, which servers take in different ways.`;
    findings.add('wildcard_dname', sets.get(recordTypes.DNAME)![0]!, what);
  }
  if (first !== undefined || parent === undefined || node.cut !== undefined) return;
  judgeEmpty(node, findings);
}

/** A name that only names below it give a place in the tree, services of RFC 8552 aside: it answers that it has nothing. */
function judgeEmpty(node: ZoneNode, findings: ZoneFindings): void {
  const { name } = node;
  if (name.startsWith('_') || name.startsWith('*.') || node.dname !== undefined) return;
  findings.add(
    'empty_non_terminal',
    name,
    `${name} is there without records: only names below it have some.`,
  );
}

/** Judges wildcards that do not stand for a name because names below it have records. */
export function judgeHiddenWildcards(tree: ZoneTree, findings: ZoneFindings): void {
  for (const node of tree.nodes) {
    if (node.sets.size > 0 || node.parent === undefined || node.cut !== undefined) continue;
    if (node.name.startsWith('_') || node.name.startsWith('*.')) continue;
    const above = node.parent.name;
    const wildcard = tree.get(above === '.' ? '*' : `*.${above}`);
    if (wildcard === undefined || wildcard === node) continue;
    const what = `${wildcard.name} does not stand for ${node.name}, since names below it have records.`;
    findings.add('wildcard_hidden', firstOf(wildcard) ?? node.name, what);
  }
}

/** Letters, digits and hyphens (RFC 1123 section 2.1), an asterisk in front if it may be. */
function isHostName(name: string, { wildcard = false } = {}): boolean {
  if (name === '.') return true;
  const labels = name.split('.');
  return labels.every((label, index) => (wildcard && index === 0 && label === '*') || hostLabel.test(label));
}

function firstOf({ sets }: ZoneNode): ZoneRecord | undefined {
  for (const [first] of sets.values()) return first;
  return undefined;
}
