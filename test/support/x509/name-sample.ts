import { oid, sequence, set, utf8 } from '../../../shared/x509/der-writer.ts';

const types = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6', email: '1.2.840.113549.1.9.1' } as const;

/** Attributes in this order; a value may be DER already. */
export type SampleName = Readonly<Partial<Record<keyof typeof types, string | Uint8Array>>>;

export function nameDer(name: SampleName): Buffer {
  return sequence(
    ...Object.entries(name).map(([type, value]) =>
      set(sequence(oid(types[type as keyof typeof types]), typeof value === 'string' ? utf8(value) : value)),
    ),
  );
}
