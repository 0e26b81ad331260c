import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import type { Effort } from '../../protocols/dnssec/crypto/effort.ts';
import { type Nsec3, readNsec3 } from '../../protocols/dnssec/denial/denial-records.ts';
import { nsec3Hash } from '../../protocols/dnssec/denial/nsec3-hash.ts';
import { maxIterations } from '../../protocols/dnssec/denial/prove.ts';
import { difference, hasOwnRecords, toldTypes } from './judge-nsec.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

const sha1 = 1;
const optOutFlag = 1;

/** NSEC3 records of the same parameters: one chain. */
interface Chain {
  readonly parameters: string;
  readonly links: readonly Link[];
}

interface Link {
  readonly nsec3: Nsec3;
  readonly record: ZoneRecord;
}

/** Judges the chains of NSEC3 records and their parameters (RFC 5155 sections 4 and 7.1, RFC 9276). */
export function judgeNsec3(tree: ZoneTree, effort: Effort, findings: ZoneFindings): void {
  const chains = chainsOf(tree, findings);
  const published = judgeParameters(tree, chains, findings);
  const denied = deniedNames(tree);
  for (const chain of chains) {
    // A chain that is being built or taken down may be incomplete; one that is published may not.
    if (chains.length > 1 && published.size > 0 && !published.has(chain.parameters)) continue;
    judgeChain(tree.apex.name, chain, { denied, effort, findings });
  }
}

function chainsOf(tree: ZoneTree, findings: ZoneFindings): Chain[] {
  const links: Link[] = [];
  for (const node of tree.nodes) {
    const seen = new Set<string>();
    for (const record of node.sets.get(recordTypes.NSEC3) ?? []) {
      const data = record.data.toString('latin1');
      if (seen.has(data)) continue;
      seen.add(data);
      const nsec3 = readNsec3(record, tree.apex.name);
      const isSound =
        nsec3 !== undefined &&
        nsec3.algorithm === sha1 &&
        (nsec3.flags & ~optOutFlag) === 0 &&
        nsec3.ownerHash.length === 20 &&
        nsec3.nextHash.length === 20;
      if (isSound) links.push({ nsec3, record });
      else
        findings.add(
          'nsec3_malformed',
          record,
          `The NSEC3 record ${node.name} is none that validators take.`,
        );
    }
  }
  const byParameters = Map.groupBy(links, ({ nsec3 }) => parametersOf(nsec3));
  return [...byParameters].map(([parameters, own]) => ({ parameters, links: own }));
}

function parametersOf({
  algorithm,
  iterations,
  salt,
}: Pick<Nsec3, 'algorithm' | 'iterations' | 'salt'>): string {
  return `${algorithm} ${iterations} ${salt.length === 0 ? '-' : salt.toString('hex').toUpperCase()}`;
}

/** The parameters that are published. */
function judgeParameters({ apex }: ZoneTree, chains: readonly Chain[], findings: ZoneFindings): Set<string> {
  const published = new Set<string>();
  for (const record of apex.sets.get(recordTypes.NSEC3PARAM) ?? []) {
    const { data } = record;
    if (data.length < 5 || data.length !== 5 + data[4]!) {
      findings.add('nsec3_parameters', record, `The NSEC3PARAM record of ${apex.name} is malformed.`);
      continue;
    }
    const iterations = data.readUInt16BE(2);
    const parameters = parametersOf({ algorithm: data[0]!, iterations, salt: data.subarray(5) });
    // Others say what a signer is about to do, and count for nobody (RFC 5155 section 4.1.2).
    if (data[1] !== 0) continue;
    published.add(parameters);
    if (!chains.some((chain) => chain.parameters === parameters)) {
      const what = `${apex.name} has NSEC3 parameters ${parameters} and no NSEC3 record of them.`;
      findings.add('nsec3_parameters', record, what);
    }
  }
  for (const { parameters, links } of chains) {
    const [{ record, nsec3 }] = links as readonly [Link];
    if (published.size === 0) {
      const what = `${apex.name} has NSEC3 records ${parameters} and no NSEC3PARAM record.`;
      findings.add('nsec3_without_parameters', record, what);
    }
    const { iterations, salt } = nsec3;
    if (iterations > maxIterations) {
      const what = `${apex.name} has ${iterations} extra NSEC3 iterations: validators treat it as unsigned.`;
      findings.add('nsec3_iterations_excessive', record, what);
    } else if (iterations > 0) {
      const what = `${apex.name} has ${iterations} extra NSEC3 iterations, where none must be.`;
      findings.add('nsec3_iterations', record, what);
    }
    if (salt.length > 0)
      findings.add('nsec3_salt', record, `${apex.name} has an NSEC3 salt, which is of no use.`);
    if (links.some((link) => (link.nsec3.flags & optOutFlag) !== 0)) {
      const what = `${apex.name} leaves unsigned delegations out of its denials (opt-out).`;
      findings.add('nsec3_opt_out', record, what);
    }
  }
  return published;
}

interface ChainParts {
  readonly denied: DeniedNames;
  readonly effort: Effort;
  readonly findings: ZoneFindings;
}

function judgeChain(zone: string, { links }: Chain, { denied, effort, findings }: ChainParts): void {
  const sorted = links.toSorted((one, other) => Buffer.compare(one.nsec3.ownerHash, other.nsec3.ownerHash));
  for (const [index, { nsec3, record }] of sorted.entries()) {
    const next = sorted[(index + 1) % sorted.length]!;
    if (nsec3.nextHash.equals(next.nsec3.ownerHash)) continue;
    const what = `The NSEC3 record ${record.name} does not lead to the next, which is ${next.record.name}.`;
    findings.add('nsec3_next', record, what);
  }
  const { types: wanted } = denied;
  const { salt, iterations } = sorted[0]!.nsec3;
  if (iterations > maxIterations || !effort.takeHashes(wanted.size * (iterations + 1))) {
    const what = `The names of ${zone} were not compared with its NSEC3 records: the hashing takes too much.`;
    findings.add('nsec3_unchecked', zone, what);
    return;
  }
  const byHash = new Map(sorted.map((link) => [link.nsec3.ownerHash.toString('latin1'), link]));
  for (const [node, types] of wanted) {
    const hash = nsec3Hash(node.name, salt, iterations);
    const key = hash.toString('latin1');
    const link = byHash.get(key);
    byHash.delete(key);
    if (link !== undefined) {
      const wrong = difference(link.nsec3.types, types);
      const what = `The NSEC3 record of ${node.name} is wrong: ${wrong}.`;
      if (wrong !== '') findings.add('nsec3_types', link.record, what);
    } else judgeMissing(node, covering(sorted, hash), denied, findings);
  }
  for (const { record } of byHash.values()) {
    findings.add('nsec3_not_wanted', record, `The NSEC3 record ${record.name} is of no name of the zone.`);
  }
}

/** Unsigned delegations, and empty names above nothing else, may lie in a span that opts out (RFC 5155 section 6). */
function judgeMissing(node: ZoneNode, cover: Link, { needed }: DeniedNames, findings: ZoneFindings): void {
  const place = [...node.sets.values()][0]?.[0] ?? node.name;
  const optsOut = (cover.nsec3.flags & optOutFlag) !== 0;
  if (optsOut && !needed.has(node)) return;
  if (optsOut) {
    const what = `${node.name} has no NSEC3 record, and is no unsigned delegation that may be left out.`;
    findings.add('nsec3_opt_out_wrong', place, what);
  } else findings.add('nsec3_missing', place, `${node.name} has no NSEC3 record.`);
}

function covering(sorted: readonly Link[], hash: Buffer): Link {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Buffer.compare(sorted[middle]!.nsec3.ownerHash, hash) < 0) low = middle + 1;
    else high = middle;
  }
  return sorted[(low + sorted.length - 1) % sorted.length]!;
}

/** Names that a chain tells of, empty ones included. */
interface DeniedNames {
  readonly types: ReadonlyMap<ZoneNode, ReadonlySet<number>>;
  /** Those that no span may leave out: they have signed data, or a name below them has. */
  readonly needed: ReadonlySet<ZoneNode>;
}

function deniedNames(tree: ZoneTree): DeniedNames {
  const types = new Map<ZoneNode, Set<number>>();
  const needed = new Set<ZoneNode>();
  for (const node of tree.nodes) {
    if (!node.isAuthoritative || node.dname !== undefined) continue;
    const isHash = node.sets.size > 0 && !hasOwnRecords(node);
    if (isHash) continue;
    types.set(node, toldTypes(node));
    if (node.sets.size === 0 || (node.cut === node && !node.sets.has(recordTypes.DS))) continue;
    for (let at: ZoneNode | undefined = node; at !== undefined && !needed.has(at); at = at.parent)
      needed.add(at);
  }
  return { types, needed };
}
