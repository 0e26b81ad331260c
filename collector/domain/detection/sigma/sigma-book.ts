import { setImmediate as turn } from 'node:timers/promises';
import type { SigmaRuleStore } from '../../../ports/threats/sigma-rules.ts';
import { readRule } from './read-rule.ts';
import { SigmaRuleSet } from './rule-set.ts';

interface Kept {
  readonly version: string;
  readonly rules: SigmaRuleSet;
}

/** The rules in force at a location, with a version that is another one after any change. */
export interface SigmaInForce {
  readonly version: string;
  readonly rules: SigmaRuleSet;
}

/** A Sigma book keeps the rules of accounts ready to be tried, and reads those anew that have changed. */
export class SigmaBook {
  #byAccount: ReadonlyMap<number, Kept> = new Map();

  /** Reads what has changed, rule by rule so that nobody waits, and gives the rules of each location. */
  async refresh(
    store: Pick<SigmaRuleStore, 'versions' | 'inForce'>,
  ): Promise<ReadonlyMap<number, SigmaInForce>> {
    const byAccount = new Map<number, Kept>();
    const byLocation = new Map<number, SigmaInForce>();
    for (const { accountId, version, locationIds } of await store.versions()) {
      const before = this.#byAccount.get(accountId);
      const kept =
        before?.version === version
          ? before
          : { version, rules: await ruleSetOf(await store.inForce(accountId)) };
      byAccount.set(accountId, kept);
      const inForce = { version: `${accountId} ${version}`, rules: kept.rules };
      if (kept.rules.size > 0) for (const id of locationIds) byLocation.set(id, inForce);
    }
    this.#byAccount = byAccount;
    return byLocation;
  }
}

/** Makes a rule set of the texts of rules; those that this version of the program doesn't follow are left out. */
export async function ruleSetOf(
  texts: readonly { readonly id: number; readonly text: string }[],
): Promise<SigmaRuleSet> {
  const rules = new SigmaRuleSet();
  for (const { id, text } of texts) {
    try {
      rules.add(id, readRule(text));
    } catch {
      // It was right when it was stored, by another version: its threats are missing, no others.
    }
    await turn();
  }
  return rules;
}
