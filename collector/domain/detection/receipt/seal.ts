import { hash } from 'node:crypto';
import type { Json, Sighting } from '../../../ports/threats/threats.ts';
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
  return hash('sha256', canonical({ location_id: locationId, type, subject, source, evidence: rest }), 'hex');
}

/** JSON with the keys of objects in order, since a database keeps no order of them. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as { readonly [key: string]: Json })
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(',')}}`;
}
