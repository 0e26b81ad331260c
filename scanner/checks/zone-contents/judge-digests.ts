import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneTree } from './zone-tree.ts';

/** Octets of digests by the number of their type: SSHFP (RFC 4255, RFC 6594), TLSA and SMIMEA (RFC 6698). */
const fingerprints: ReadonlyMap<number, number> = new Map([
  [1, 20],
  [2, 32],
]);
const associations: ReadonlyMap<number, number> = new Map([
  [1, 32],
  [2, 64],
]);

/** Judges digests of keys and certificates that are too short or too long for their stated type. */
export function judgeDigests(tree: ZoneTree, findings: ZoneFindings): void {
  for (const { sets } of tree.nodes) {
    for (const record of sets.get(recordTypes.SSHFP) ?? []) {
      judgeLength(
        record,
        { type: record.data[1], at: 2, octets: fingerprints, code: 'digest_length' },
        findings,
      );
    }
    for (const type of [recordTypes.TLSA, recordTypes.SMIMEA]) {
      for (const record of sets.get(type) ?? []) {
        const kind = {
          type: record.data[2],
          at: 3,
          octets: associations,
          code: 'association_length',
        } as const;
        judgeLength(record, kind, findings);
      }
    }
  }
}

interface DigestKind {
  readonly type: number | undefined;
  /** Where the digest begins. */
  readonly at: number;
  readonly octets: ReadonlyMap<number, number>;
  readonly code: 'digest_length' | 'association_length';
}

function judgeLength(
  record: ZoneRecord,
  { type, at, octets, code }: DigestKind,
  findings: ZoneFindings,
): void {
  const wanted = octets.get(type ?? 0);
  const length = record.data.length - at;
  if (wanted === undefined || length === wanted) return;
  const what = `${record.name} ${recordTypeName(record.type)}`;
  findings.add(code, record, `${what} has a digest of ${length} octets: digest type ${type} has ${wanted}.`);
}
