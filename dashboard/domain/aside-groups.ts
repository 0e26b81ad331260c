import type { AsideBatch } from '@sonde/client/api-types.generated.ts';

/** Chooses a batch, or no longer, with all that it was tried with: they are taken up and discarded together. */
export function withGroups(
  chosen: ReadonlySet<string>,
  { batch_id: id, tried_with: others }: Pick<AsideBatch, 'batch_id' | 'tried_with'>,
  isChosen: boolean,
): Set<string> {
  const next = new Set(chosen);
  for (const one of [id, ...others]) {
    if (isChosen) next.add(one);
    else next.delete(one);
  }
  return next;
}
