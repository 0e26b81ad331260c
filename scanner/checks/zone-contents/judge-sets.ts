import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { canonicalData } from '../../protocols/dnssec/records/canonical-data.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

/** Types that may stand beside a CNAME (RFC 4035 section 2.5; KEY by RFC 3007 section 3.1). */
const besideAlias: ReadonlySet<number> = new Set([
  recordTypes.CNAME,
  recordTypes.RRSIG,
  recordTypes.NSEC,
  recordTypes.KEY,
]);
/** Types of which a name has one record at most. */
const single: ReadonlySet<number> = new Set([recordTypes.CNAME, recordTypes.DNAME]);
/** Types that the apex alone has. */
const ofApex: ReadonlySet<number> = new Set([
  recordTypes.DNSKEY,
  recordTypes.CDS,
  recordTypes.CDNSKEY,
  recordTypes.NSEC3PARAM,
  recordTypes.CSYNC,
]);
const obsolete: ReadonlySet<number> = new Set([
  recordTypes.MB,
  recordTypes.MG,
  recordTypes.MR,
  recordTypes.MINFO,
  recordTypes.WKS,
  recordTypes.A6,
  recordTypes.NXT,
  recordTypes.SIG,
  recordTypes.NULL,
  recordTypes.DLV,
]);
const refused: ReadonlySet<number> = new Set([recordTypes.MD, recordTypes.MF]);
/** Owner by a compression pointer, type, class, TTL and length. */
const octetsBeforeData = 12;
const header = 12;
/** What an answer over UDP carries for most resolvers. */
const usualAnswer = 1_232;
const largestAnswer = 65_535;
const week = 7 * 86_400;

/** Judges the record sets of each name beside each other, set by set. */
export function judgeSets(tree: ZoneTree, findings: ZoneFindings): void {
  for (const node of tree.nodes) {
    judgeAlias(node, findings);
    judgeDname(node, tree, findings);
    for (const [type, set] of node.sets) {
      judgeSet(type, set, findings);
      if (ofApex.has(type) && node !== tree.apex) {
        const what = `${node.name} has a ${recordTypeName(type)} record, which counts at ${tree.apex.name} alone.`;
        findings.add('not_at_apex', set[0]!, what);
      }
    }
  }
}

function judgeAlias({ name, sets }: ZoneNode, findings: ZoneFindings): void {
  if (!sets.has(recordTypes.CNAME)) return;
  for (const [type, [first]] of sets) {
    if (besideAlias.has(type)) continue;
    const what = `${name} has a CNAME record and one of type ${recordTypeName(type)}.`;
    findings.add('cname_and_other_data', first!, what);
    return;
  }
}

function judgeDname(node: ZoneNode, { apex }: ZoneTree, findings: ZoneFindings): void {
  const { name, sets, dname } = node;
  if (sets.has(recordTypes.DNAME) && sets.has(recordTypes.NS) && node !== apex) {
    const what = `${name} has both a DNAME record and a delegation.`;
    findings.add('dname_and_delegation', sets.get(recordTypes.DNAME)![0]!, what);
  }
  if (dname === undefined) return;
  for (const [type, [first]] of sets) {
    // The hashes of the names stand right below the apex whatever it has.
    if (type === recordTypes.NSEC3 || isSignatureOfNsec3(node, type)) continue;
    const what = `${name} is below ${dname.name}, whose DNAME record says where all names below it are.`;
    findings.add('below_dname', first!, what);
    return;
  }
}

function isSignatureOfNsec3({ sets }: ZoneNode, type: number): boolean {
  return type === recordTypes.RRSIG && sets.has(recordTypes.NSEC3);
}

function judgeSet(type: number, set: readonly ZoneRecord[], findings: ZoneFindings): void {
  const [first] = set as readonly [ZoneRecord];
  const what = `${first.name} ${recordTypeName(type)}`;
  const seen = new Set<string>();
  let size = header + first.name.length + 6;
  for (const record of set) {
    const data = Buffer.from(canonicalData(type, record.data)).toString('latin1');
    if (seen.has(data)) {
      findings.add('duplicate_record', record, `${what} is there twice with the same data.`);
    } else size += octetsBeforeData + data.length;
    seen.add(data);
    // Signatures have the TTL of what they cover.
    if (type !== recordTypes.RRSIG && type !== recordTypes.SIG && record.ttl !== first.ttl) {
      const message = `${what} has TTL ${record.ttl} here and ${first.ttl} before: a set has one TTL.`;
      findings.add('ttl_differs', record, message);
    }
    if (record.ttl > 0x7fff_ffff) {
      findings.add('ttl_over_31_bits', record, `${what} has TTL ${record.ttl}, which counts as 0.`);
    }
  }
  if (single.has(type) && seen.size > 1) {
    const message = `${first.name} has several ${recordTypeName(type)} records.`;
    findings.add('record_again', set[1]!, message);
  }
  judgeTtl(type, first, what, findings);
  if (type === recordTypes.RRSIG) return;
  if (size > largestAnswer) {
    findings.add(
      'set_too_large',
      first,
      `${what} takes ${size} octets: no answer can carry more than 65,535.`,
    );
  } else if (size > usualAnswer) {
    const message = `${what} takes ${size} octets: answers over UDP are cut off, resolvers ask again over TCP.`;
    findings.add('set_large', first, message);
  }
  judgeType(type, first, findings);
}

function judgeTtl(type: number, first: ZoneRecord, what: string, findings: ZoneFindings): void {
  if (type === recordTypes.RRSIG || type === recordTypes.NSEC3PARAM) return;
  if (first.ttl === 0) findings.add('ttl_zero', first, `${what} has TTL 0: nobody may keep it.`);
  else if (first.ttl > week && first.ttl <= 0x7fff_ffff) {
    const message = `${what} has TTL ${first.ttl}: resolvers keep nothing for more than a week.`;
    findings.add('ttl_long', first, message);
  }
}

function judgeType(type: number, first: ZoneRecord, findings: ZoneFindings): void {
  const what = `${first.name} has a record of type ${recordTypeName(type)}`;
  if (refused.has(type)) findings.add('refused_type', first, `${what}, which servers refuse: use MX.`);
  else if (obsolete.has(type)) findings.add('obsolete_type', first, `${what}, which is obsolete.`);
}
