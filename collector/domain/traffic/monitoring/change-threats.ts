import type { Threat, ThreatHandling, ThreatStore } from '../../../ports/threats/threats.ts';

export type ThreatChange =
  | { readonly action: 'resolve' | 'reopen'; readonly note: string | null }
  | { readonly action: 'assign'; readonly owner: string | null };

export interface ChangeThreatsPorts {
  readonly threats: Pick<ThreatStore, 'resolve' | 'reopen'>;
  readonly threatHandling: Pick<ThreatHandling, 'assign'>;
}

export interface ChangedThreats {
  readonly changed: readonly Threat[];
  /** Not the account's, or gone. */
  readonly notFound: readonly number[];
  /** Stay resolved, since there is another open threat about the same. */
  readonly seenAgain: readonly number[];
}

/** Changes threats one after the other; what was changed stays so if a later one fails. */
export async function changeThreats(
  accountId: number,
  ids: readonly number[],
  change: ThreatChange,
  { threats, threatHandling }: ChangeThreatsPorts,
): Promise<ChangedThreats> {
  const changed: Threat[] = [];
  const notFound: number[] = [];
  const seenAgain: number[] = [];
  for (const id of new Set(ids)) {
    const result =
      change.action === 'assign'
        ? await threatHandling.assign(accountId, id, change.owner)
        : await threats[change.action](accountId, id, change.note);
    if (result === undefined) notFound.push(id);
    else if (result === 'seen_again') seenAgain.push(id);
    else changed.push(result);
  }
  return { changed, notFound, seenAgain };
}
