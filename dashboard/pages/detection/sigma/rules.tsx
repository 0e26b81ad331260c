import { useSignal } from '@preact/signals';
import type { SigmaRule } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../../app/action.ts';
import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { mayWork } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { FormDialog } from '../../../components/forms/form.tsx';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Severity } from '../../../components/severity.tsx';
import { count } from '../../../format/numbers.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts } from '../../../texts/en/protect/sigma.ts';
import { techniqueName } from '../../../texts/en/watch/techniques.ts';
import { RuleText } from './rule-text.tsx';

const atOnce = 200;

/** Shows the account's Sigma rules and their matches; who may work with threats adds, changes and removes them. */
export function SigmaRules() {
  const rules = useResource('sigma rules', (signal) =>
    api.call('GET /api/v1/dns-monitoring/sigma-rules', { query: { limit: atOnce }, signal }),
  );
  const shown = useSignal<'new' | { kind: 'change' | 'remove'; rule: SigmaRule } | undefined>(undefined);
  const close = () => {
    shown.value = undefined;
  };
  const now = shown.value;
  const { columns } = texts;
  const beyond = (rules.data?.count ?? 0) - atOnce;
  return (
    <Panel
      title={texts.title}
      tools={
        mayWork() && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              shown.value = 'new';
            }}
          >
            {texts.add}
          </button>
        )
      }
    >
      <p class="soft small">{texts.lead}</p>
      <ResourceTable
        label={texts.title}
        of={rules}
        lines={5}
        rows={({ rules: all }) => all}
        keyOf={({ id }) => id}
        columns={[
          columns.rule,
          columns.severity,
          columns.techniques,
          [columns.matches, 'number'],
          [columns.last, 'number'],
          mayWork() && [texts.change, 'buttons'],
        ]}
        empty={[texts.none, texts.noneMore]}
      >
        {(rule) => (
          <>
            <RuleCells rule={rule} />
            {mayWork() && (
              <td class="shrink">
                <span class="row">
                  {(['change', 'remove'] as const).map((kind) => (
                    <button
                      key={kind}
                      type="button"
                      class="button quiet slim"
                      aria-label={
                        kind === 'change'
                          ? texts.changeOf(visible(rule.title))
                          : texts.removeOf(visible(rule.title))
                      }
                      onClick={() => {
                        shown.value = { kind, rule };
                      }}
                    >
                      {texts[kind]}
                    </button>
                  ))}
                </span>
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {beyond > 0 && <p class="soft small">{texts.more(count(beyond))}</p>}
      {now === 'new' && <RuleText onDone={rules.reload} onClose={close} />}
      {typeof now === 'object' && now.kind === 'change' && (
        <RuleText rule={now.rule} onDone={rules.reload} onClose={close} />
      )}
      {typeof now === 'object' && now.kind === 'remove' && (
        <RemoveRule rule={now.rule} onDone={rules.reload} onClose={close} />
      )}
    </Panel>
  );
}

function RuleCells({ rule }: { rule: SigmaRule }) {
  const { title, severity, techniques, state, problem, matches, last_match: last } = rule;
  return (
    <>
      <td class="wrap">
        <Name name={title} meaning={false} prose />{' '}
        {state === 'unsupported' && <span class="badge warn">{texts.unsupported}</span>}
        {problem !== null && (
          <div class="soft small">
            {texts.problem(count(problem.line), count(problem.column), visible(problem.message))}
          </div>
        )}
      </td>
      <td>
        <Severity severity={severity} />
      </td>
      <td class="wrap soft">
        {techniques.map((id) => (
          <div key={id}>
            {id} {techniqueName(id)}
          </div>
        ))}
      </td>
      <td class="number">{count(matches)}</td>
      <td class="number soft">{last === null ? texts.never : <Moment at={last} relative />}</td>
    </>
  );
}

function RemoveRule({
  rule: { id, title },
  onDone,
  onClose,
}: {
  rule: SigmaRule;
  onDone: () => void;
  onClose: () => void;
}) {
  const action = useAction(async () => {
    await api.call('DELETE /api/v1/dns-monitoring/sigma-rules/{id}', { params: { id } });
    toast(texts.removed(visible(title)));
    onDone();
    onClose();
  });
  return (
    <FormDialog
      title={texts.removeTitle(visible(title))}
      lead={texts.removeMore}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
