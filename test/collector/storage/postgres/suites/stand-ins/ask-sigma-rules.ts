import {
  prepareRules,
  sigmaBounds,
} from '../../../../../../collector/domain/detection/sigma/prepare-rules.ts';
import { sampleSigmaRule } from '../../../../../support/detection/sample-sigma-rule.ts';
import type { Of } from '../../../../../support/fakes/alongside.ts';
import { type besideStores, noSuch } from './beside-stores.ts';

type Beside = Awaited<ReturnType<typeof besideStores>>;

/** Asks everything of Sigma rules. */
export async function askSigmaRules({ ask, member, stranger }: Pick<Beside, 'ask' | 'member' | 'stranger'>) {
  const rules = prepareRules(sampleSigmaRule);
  const put = (title: string, bounds: Partial<typeof sigmaBounds> = {}) =>
    ask(`rule ${title}`, ({ sigmaRules }, of) =>
      sigmaRules.put(
        of(member)!.account.id,
        rules.map((rule) => ({ ...rule, title })),
        { ...sigmaBounds, ...bounds },
      ),
    );
  await put('one');
  const kept = await put('two');
  await put('three', { rules: 0 });
  await put('three', { characters: 9 });
  const idOf = (of: Of): number => {
    const stored = of(kept);
    return typeof stored === 'string' ? noSuch : stored[0]!.id;
  };
  for (const whose of [member, stranger]) {
    const page = { limit: 5, offset: 0 };
    await ask('rules', ({ sigmaRules }, of) => sigmaRules.list(of(whose)!.account.id, page));
    await ask('one rule', ({ sigmaRules }, of) => sigmaRules.find(of(whose)!.account.id, idOf(of)));
    await ask('replaced', ({ sigmaRules }, of) =>
      sigmaRules.replace(of(whose)!.account.id, idOf(of), rules[0]!, sigmaBounds),
    );
    await ask('in force', ({ sigmaRules }, of) => sigmaRules.inForce(of(whose)!.account.id));
  }
  for (const whose of [stranger, member, member])
    await ask('removed', ({ sigmaRules }, of) => sigmaRules.remove(of(whose)!.account.id, idOf(of)));
}
