import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { hostTypes, namesIn } from './record-targets.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { Found, ZoneNode, ZoneTree } from './zone-tree.ts';

/** Aliases that are followed one after the other. */
const longestChain = 16;
const addressTypes = [recordTypes.A, recordTypes.AAAA];

/** Judges the targets of records within the zone: hosts must have addresses, aliases must lead somewhere. */
export function judgeTargets(tree: ZoneTree, findings: ZoneFindings): void {
  for (const node of tree.nodes) {
    // What is hidden by a delegation or a DNAME nobody sees.
    if (!node.isAuthoritative || node.dname !== undefined) continue;
    for (const [type, set] of node.sets) {
      if (type === recordTypes.CNAME) judgeAlias(set[0]!, tree, findings);
      else if (hostTypes.has(type)) for (const record of set) judgeHost(record, node, tree, findings);
    }
  }
}

/** Tells whether what was found is a host with an address, as far as the zone can tell. */
export function hasAddress(node: ZoneNode | undefined): boolean {
  return addressTypes.some((type) => node?.sets.has(type));
}

function judgeHost(record: ZoneRecord, node: ZoneNode, tree: ZoneTree, findings: ZoneFindings): void {
  const target = namesIn(record)[0];
  if (target === undefined) return;
  const what = `${record.name} ${recordTypeName(record.type)}`;
  if (target === '.') {
    judgeNull(record, node, what, findings);
    return;
  }
  const found = tree.find(target);
  if (record.type === recordTypes.NS) {
    if (aliasOf(found) !== undefined) {
      findings.add('ns_to_alias', record, `${what} points to ${target}, which is an alias.`);
    } else judgeServer(record, { target, what, found, isDelegation: node !== tree.apex }, findings);
    return;
  }
  if (aliasOf(found) !== undefined) {
    findings.add('points_to_alias', record, `${what} points to ${target}, which is an alias.`);
    return;
  }
  const isHere = found.kind === 'node' || found.kind === 'wildcard';
  if (found.kind === 'missing' || (isHere && !hasAddress(found.node))) {
    findings.add('target_missing', record, `${what} points to ${target}, which has no address in the zone.`);
  }
}

/** "No service" is said by a record that stands alone (RFC 7505 section 3, RFC 2782). */
function judgeNull(record: ZoneRecord, node: ZoneNode, what: string, findings: ZoneFindings): void {
  const { type } = record;
  if (type !== recordTypes.MX && type !== recordTypes.NS) return;
  if (type === recordTypes.NS)
    findings.add('null_target', record, `${what} points to the root, which is no server.`);
  else if (node.sets.get(type)!.length > 1) {
    findings.add(
      'null_target',
      record,
      `${what} says that there is no mail, beside others that say where it goes.`,
    );
  }
}

interface Server {
  readonly target: string;
  readonly what: string;
  readonly found: Found;
  readonly isDelegation: boolean;
}

function judgeServer(record: ZoneRecord, { target, what, found }: Server, findings: ZoneFindings): void {
  if (found.kind === 'outside') return;
  if (found.kind === 'delegated') {
    if (hasAddress(found.node)) return;
    const isOwn = found.cut.name === record.name;
    const message = `${what} points to ${target}, whose address the zone does not have, though it is below `;
    if (isOwn) findings.add('address_missing', record, `${message}the delegation itself.`);
    else findings.add('sibling_glue_missing', record, `${message}${found.cut.name}, which it delegates too.`);
    return;
  }
  if (found.kind === 'dname') {
    findings.add('ns_to_alias', record, `${what} points to ${target}, which a DNAME record leads away.`);
    return;
  }
  if (found.kind === 'missing' || !hasAddress(found.node)) {
    findings.add('address_missing', record, `${what} points to ${target}, which has no address in the zone.`);
  }
}

/** The CNAME record of what was found. */
function aliasOf(found: Found): ZoneRecord | undefined {
  if (found.kind !== 'node' && found.kind !== 'wildcard') return undefined;
  return found.node.sets.get(recordTypes.CNAME)?.[0];
}

function judgeAlias(record: ZoneRecord, tree: ZoneTree, findings: ZoneFindings): void {
  const { name } = record;
  let target = namesIn(record)[0];
  const seen = new Set([name]);
  for (let steps = 1; target !== undefined && steps <= longestChain; steps++) {
    if (seen.has(target)) {
      findings.add('alias_loop', record, `${name} is an alias that leads to ${target} in a circle.`);
      return;
    }
    seen.add(target);
    const found = tree.find(target);
    if (found.kind === 'missing') {
      findings.add('alias_dangling', record, `${name} is an alias of ${target}, which is not there.`);
      return;
    }
    const next = aliasOf(found);
    if (next === undefined) {
      if (steps > 2) {
        findings.add(
          'alias_chain',
          record,
          `${name} leads to ${target} over ${steps} aliases one after the other.`,
        );
      }
      return;
    }
    target = namesIn(next)[0];
  }
  findings.add('alias_chain', record, `${name} leads over more than ${longestChain} aliases.`);
}
