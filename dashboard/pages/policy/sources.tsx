import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Severity } from '../../components/severity.tsx';
import { Refusal } from '../../components/state.tsx';
import { short } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/policy.ts';
import { AddSource } from './add-source.tsx';
import { actionWords } from './rule-words.ts';

/** Shows the feeds and lists whose domain names are taken as rules, and lets people add one or take one out. */
export function Sources({ onChange }: { onChange: () => void }) {
  const adding = useSignal(false);
  const sources = useResource('policy sources', (signal) =>
    api.call('GET /api/v1/unbound/policy/sources', { signal }),
  );
  const changed = () => {
    sources.reload();
    onChange();
  };
  const remove = useAction(async (id: number) => {
    await api.call('DELETE /api/v1/unbound/policy/sources/{id}', { params: { id } });
    toast(texts.sources.removed);
    changed();
  });
  return (
    <div class="panel">
      <div class="row">
        <p class="soft">{texts.sources.hint}</p>
        {mayWork() && (
          <button
            type="button"
            class="button treatment"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.sources.add}
          </button>
        )}
      </div>
      <Refusal trouble={remove.trouble} />
      <ResourceTable
        label={texts.views.sources}
        of={sources}
        rows={({ sources: found }) => found}
        keyOf={({ id }) => id}
        columns={[
          common.pages.feeds,
          texts.least,
          texts.columns.does,
          texts.columns.where,
          [texts.rulesOf, 'number'],
          [texts.refreshed, 'number'],
          mayWork() && ([common.remove, 'buttons'] as const),
        ]}
        empty={texts.sources.none}
      >
        {(source) => (
          <>
            <td class="wrap">
              {source.sources.map((name, index) => (
                <span key={name}>
                  {index > 0 && ', '}
                  <a href={href(`/feeds/${segment(name)}`)}>
                    <Name name={name} meaning={false} prose />
                  </a>
                </span>
              ))}
            </td>
            <td>
              <Severity severity={source.min_severity} />
            </td>
            <td>{actionWords(source.action)}</td>
            <td class="soft">
              {source.resolver_id === null ? texts.everywhere : texts.resolver(String(source.resolver_id))}
            </td>
            <td class="number">{short(source.rules)}</td>
            <td class="number soft">
              {source.refreshed_at !== null && <Moment at={source.refreshed_at} relative />}
            </td>
            {mayWork() && (
              <td class="shrink">
                <button
                  type="button"
                  class="button slim quiet"
                  disabled={remove.busy}
                  onClick={() => void remove.run(source.id)}
                >
                  {common.remove}
                </button>
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {adding.value && (
        <AddSource
          onDone={changed}
          onClose={() => {
            adding.value = false;
          }}
        />
      )}
    </div>
  );
}
