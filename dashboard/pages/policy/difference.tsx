import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { Name } from '../../components/name.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/protect/policy.ts';
import { aboutOf, answerOf, sayingsOf } from './rule-words.ts';

type Found = AnswerOf<'GET /api/v1/unbound/policy/diff'>;
type Change = Found['rules'][number];
const kinds = { added: 'good', removed: 'bad', changed: 'warn' } as const;

/** Asks what two versions of the policy do not have in common. */
export function useDifference(from: number, to: number): Resource<Found> {
  return useResource(`policy ${from} to ${to}`, (signal) =>
    api.call('GET /api/v1/unbound/policy/diff', { query: { from, to, limit: 200 }, signal }),
  );
}

/** Shows what two versions of the policy do not have in common, rule by rule. */
export function Difference({ of }: { of: Resource<Found> }) {
  return (
    <Loaded of={of} lines={4}>
      {({ rules, added, removed, changed, feed_rules: feeds }) => {
        const left = added + removed + changed - rules.length;
        const feedChanges = feeds.added + feeds.removed;
        return (
          <div class="stack tight">
            {rules.length === 0 && <p class="soft">{texts.sameRules}</p>}
            <ul class="differences">
              {rules.map((change) => (
                <ChangedRule key={(change.after ?? change.before)!.id} {...change} />
              ))}
            </ul>
            {left > 0 && <p class="soft">{texts.moreChanges(count(left))}</p>}
            {feedChanges > 0 && (
              <p class="soft">{texts.feedChanges(count(feeds.added), count(feeds.removed))}</p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function ChangedRule({ change, before, after }: Change) {
  const rule = (after ?? before)!;
  return (
    <li>
      <span class={`badge ${kinds[change]}`}>{texts.changes[change]}</span>
      <div>
        <span class="soft">{texts.kinds[rule.match.kind]}</span> <Name name={aboutOf(rule)} />{' '}
        {(before === null || after === null) && <span class="soft">{answerOf(rule)}</span>}
        {before !== null && after !== null && (
          <dl class="said">
            {[...sayingsOf(after)].map(([what, now]) => {
              const then = sayingsOf(before).get(what)!;
              return (
                then !== now && (
                  <div key={what}>
                    <dt class="soft">{what}</dt>
                    <dd>
                      <del>{then}</del> <span aria-hidden="true">→</span> <ins>{now}</ins>
                    </dd>
                  </div>
                )
              );
            })}
          </dl>
        )}
      </div>
    </li>
  );
}
