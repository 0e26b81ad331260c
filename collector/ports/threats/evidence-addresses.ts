import type { Sighting } from './threats.ts';

/** Yields texts of a sighting that may be addresses which its detector speaks against; clients are not among them. */
export function* evidenceAddresses({
  subject,
  evidence,
}: Pick<Sighting, 'subject' | 'evidence'>): Generator<string> {
  yield subject;
  const samples = evidence?.sample_addresses;
  for (const text of [evidence?.answer, evidence?.server, ...(Array.isArray(samples) ? samples : [])])
    if (typeof text === 'string') yield text;
}
