import { hash } from 'node:crypto';
import { canonicalJson } from '@sonde/shared/documents/canonical-json.ts';
import type { Sighting } from '../../../ports/threats/threats.ts';
import type { RowReferences } from './row-references.ts';

type Evidence = NonNullable<Sighting['evidence']>;
type Sealed = Pick<Sighting, 'locationId' | 'type' | 'subject' | 'source'> & { readonly evidence?: Evidence };

/**
 * Seals a sighting: its evidence then names the rows that it rests on, and a hash by which a change of it shows. The
 * hash is made when the evidence is asked for: of all that is seen of one subject before it is recorded, only the last
 * is kept.
 */
export function seal(sighting: Sighting, rows: RowReferences): Sighting {
  const evidence = { ...sighting.evidence, rows: rows.all().map((row) => ({ ...row })) };
  let sealed: Evidence | undefined;
  return {
    ...sighting,
    get evidence(): Evidence {
      sealed ??= { ...evidence, receipt: receiptOf({ ...sighting, evidence }) };
      return sealed;
    },
  };
}

/** Says more in the evidence of a sealed sighting, and seals it anew. */
export function withEvidence(sighting: Sighting, more: Evidence): Sighting {
  const { receipt: _receipt, ...before } = sighting.evidence ?? {};
  const evidence = { ...before, ...more };
  return { ...sighting, evidence: { ...evidence, receipt: receiptOf({ ...sighting, evidence }) } };
}

/** Computes SHA-256 in hex over location, type, subject, source and all evidence but the receipt itself. */
export function receiptOf({ locationId, type, subject, source, evidence = {} }: Sealed): string {
  const { receipt: _receipt, ...rest } = evidence;
  return hash(
    'sha256',
    canonicalJson({ location_id: locationId, type, subject, source, evidence: rest }),
    'hex',
  );
}
