import { algorithmName, dnssecAlgorithms } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { digestTypes, readDs } from '../../protocols/dnssec/records/ds.ts';
import { namesIn } from './record-targets.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

const addressTypes: ReadonlySet<number> = new Set([recordTypes.A, recordTypes.AAAA]);
/** What a zone has of its own at a delegation (RFC 4035 sections 2.2 and 2.4); addresses may be glue. */
const atCut: ReadonlySet<number> = new Set([
  recordTypes.NS,
  recordTypes.DS,
  recordTypes.NSEC,
  recordTypes.RRSIG,
  ...addressTypes,
]);

/** Judges delegations: records hidden behind them, glue that nobody needs, DS records. */
export function judgeDelegations(tree: ZoneTree, findings: ZoneFindings): void {
  const servers = serverNames(tree);
  for (const node of tree.nodes) {
    const { cut } = node;
    if (node !== tree.apex && cut === node) judgeCut(node, findings);
    if (cut !== undefined) judgeHidden(node, cut, servers, findings);
    judgeSigners(node, tree, findings);
  }
}

function serverNames(tree: ZoneTree): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of tree.nodes) {
    if (node !== tree.apex && node.cut !== node) continue;
    for (const record of node.sets.get(recordTypes.NS) ?? [])
      for (const name of namesIn(record)) names.add(name);
  }
  return names;
}

function judgeCut({ name, sets }: ZoneNode, findings: ZoneFindings): void {
  const servers = sets.get(recordTypes.NS)!;
  if (new Set(servers.flatMap(namesIn)).size === 1) {
    findings.add(
      'delegation_single',
      servers[0]!,
      `${name} is delegated to one name server: there should be two.`,
    );
  }
}

/** Below a delegation the zone has glue alone. */
function judgeHidden(
  node: ZoneNode,
  cut: ZoneNode,
  servers: ReadonlySet<string>,
  findings: ZoneFindings,
): void {
  for (const [type, [first]] of node.sets) {
    const isGlue = addressTypes.has(type);
    if (isGlue && servers.has(node.name)) continue;
    const what = `${node.name} ${recordTypeName(type)}`;
    if (isGlue && node !== cut) {
      findings.add('glue_superfluous', first!, `${what} is glue of no name server of the zone.`);
    } else if (!atCut.has(type) || node !== cut || isGlue) {
      // Signatures and denials there are told with the others of their kind.
      if (type === recordTypes.RRSIG || type === recordTypes.NSEC || type === recordTypes.NSEC3) continue;
      const message = `${what} is never answered: ${cut.name} is delegated to other servers.`;
      findings.add('below_delegation', first!, message);
    }
  }
}

function judgeSigners(node: ZoneNode, { apex }: ZoneTree, findings: ZoneFindings): void {
  const set = node.sets.get(recordTypes.DS);
  if (set === undefined) return;
  if (node === apex) {
    findings.add('ds_at_apex', set[0]!, `${node.name} has a DS record, which belongs into the zone above.`);
    return;
  }
  if (node.cut === undefined) {
    findings.add('ds_without_delegation', set[0]!, `${node.name} has a DS record and is not delegated.`);
  }
  const digests = new Set<number>();
  for (const record of set) {
    const type = judgeSigner(record, findings);
    if (type !== undefined) digests.add(type);
  }
  if (digests.size === 1 && digests.has(1)) {
    findings.add('ds_sha1', set[0]!, `${node.name} is vouched for by SHA-1 digests alone.`);
  }
}

/** The digest's type. */
function judgeSigner(record: ZoneRecord, findings: ZoneFindings): number | undefined {
  const signer = readDs(record);
  const what = `The DS record of ${record.name}`;
  if (signer === undefined) {
    findings.add('ds_digest', record, `${what} is too short.`);
    return undefined;
  }
  const { algorithm, digestType, digest } = signer;
  const known = digestTypes.get(digestType);
  const octets = digestOctets.get(digestType);
  if (known === undefined)
    findings.add('ds_digest', record, `${what} has digest type ${digestType}, which nobody knows.`);
  else if (octets !== undefined && digest.length !== octets) {
    findings.add(
      'digest_length',
      record,
      `${what} has a digest of ${digest.length} octets: ${known.name} has ${octets}.`,
    );
  }
  const use = dnssecAlgorithms.find(({ number }) => number === algorithm)?.use;
  if (use === undefined || use === 'forbidden') {
    const message = `${what} is for a key of ${algorithmName(algorithm)}, which validators do not take.`;
    findings.add('ds_algorithm', record, message);
  }
  return digestType;
}

const digestOctets: ReadonlyMap<number, number> = new Map([
  [1, 20],
  [2, 32],
  [3, 32],
  [4, 48],
]);
