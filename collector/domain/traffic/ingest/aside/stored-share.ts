import type { RowSample, StoredRowFinder } from '../../../../ports/ingest/stored-rows.ts';

/** Tells whether all, some or none of some batches is in the store, by their samples. Throws a StoreError. */
export async function storedShare(
  finder: StoredRowFinder,
  samples: readonly RowSample[],
): Promise<'all' | 'some' | 'none'> {
  let looked = 0;
  let found = 0;
  for (const sample of samples) {
    looked += sample.traces.length;
    found += await finder.countStored(sample);
  }
  if (found === 0) return 'none';
  return found === looked ? 'all' : 'some';
}
