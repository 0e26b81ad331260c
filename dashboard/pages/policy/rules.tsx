import type { PolicyRuleEntry } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import type { Resource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Name } from '../../components/name.tsx';
import { Refusal } from '../../components/state.tsx';
import { rolloutSteps } from '../../domain/rollout-steps.ts';
import { ratio } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/policy.ts';
import { aboutOf, answerOf } from './rule-words.ts';

/** Shows the rules in force, each to be rolled out further or taken away. */
export function Rules({ rules }: { rules: Resource<AnswerOf<'GET /api/v1/unbound/policy/rules'>> }) {
  return (
    <div class="panel">
      <ResourceTable
        label={texts.views.rules}
        of={rules}
        rows={({ rules }) => rules}
        keyOf={({ id }) => id}
        columns={[
          texts.columns.about,
          texts.columns.does,
          texts.columns.where,
          texts.columns.rollout,
          texts.columns.note,
          [common.remove, 'buttons'],
        ]}
        empty={[texts.empty, texts.emptyMore]}
      >
        {(rule) => <RuleCells rule={rule} reload={rules.reload} />}
      </ResourceTable>
    </div>
  );
}

function RuleCells({ rule, reload }: { rule: PolicyRuleEntry; reload: () => void }) {
  const { id, match, schedule, rollout_percent: percent } = rule;
  const next = rolloutSteps.find((step) => step > percent) ?? 100;
  const remove = useAction(async () => {
    await api.call('DELETE /api/v1/unbound/policy/rules/{id}', { params: { id } });
    toast(texts.removed);
    reload();
  });
  const raise = useAction(async () => {
    await api.call('PUT /api/v1/unbound/policy/rules/{id}', {
      params: { id },
      body: {
        match,
        action: rule.action,
        priority: rule.priority,
        note: rule.note,
        rollout_percent: next,
        ...(schedule === undefined ? {} : { schedule }),
      },
    });
    toast(texts.raised);
    reload();
  });
  return (
    <>
      <td class="wrap">
        <span class="soft">{texts.kinds[match.kind]}</span> <Name name={aboutOf(rule)} />
        <Refusal trouble={remove.trouble ?? raise.trouble} />
      </td>
      <td>
        {answerOf(rule)}
        {schedule != null && <span class="soft"> {texts.scheduled}</span>}
      </td>
      <td class="soft">
        {rule.resolver_id === null ? texts.everywhere : texts.resolver(String(rule.resolver_id))}
      </td>
      <td>
        <div class="row nowrap">
          <span class="number">{ratio(percent / 100)}</span>
          {percent < 100 && mayWork() && (
            <button type="button" class="button slim" disabled={raise.busy} onClick={() => void raise.run()}>
              {texts.raise(ratio(next / 100))}
            </button>
          )}
        </div>
      </td>
      <td class="wrap soft">{rule.note !== null && <Name name={rule.note} meaning={false} prose />}</td>
      <td class="shrink">
        {mayWork() && (
          <button
            type="button"
            class="button slim quiet"
            disabled={remove.busy}
            onClick={() => void remove.run()}
          >
            {common.remove}
          </button>
        )}
      </td>
    </>
  );
}
