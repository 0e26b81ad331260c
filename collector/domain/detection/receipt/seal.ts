import { hash } from 'node:crypto';
import type { Sighting } from '../../../ports/threats/threats.ts';
import { canonicalJson } from './canonical-json.ts';
import type { RowReferences } from './row-references.ts';

type Evidence = NonNullable<Sighting['evidence']>;
type Sealed = Pick<Sighting, 'locationId' | 'type' | 'subject' | 'source'> & { readonly evidence?: Evidence };

/** A sighting whose evidence names the rows that it rests on, and a hash by which a change of it shows. */
export function seal(sighting: Sighting, rows: RowReferences): Sighting {
  const evidence = { ...sighting.evidence, rows: rows.all().map((row) => ({ ...row })) };
  const named: Sighting = { ...sighting, evidence };
  return { ...named, evidence: { ...evidence, receipt: receiptOf(named) } };
}

/** SHA-256 in hex over location, type, subject, source and all evidence but the receipt itself. */
export function receiptOf({ locationId, type, subject, source, evidence = {} }: Sealed): string {
  const { receipt: _receipt, ...rest } = evidence;
  return hash(
    'sha256',
    canonicalJson({ location_id: locationId, type, subject, source, evidence: rest }),
    'hex',
  );
}
