import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Severity } from '../../components/severity.tsx';
import { short } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/policy.ts';

/** Shows the feeds whose indicators are taken as rules. */
export function Sources() {
  const sources = useResource('policy sources', (signal) =>
    api.call('GET /api/v1/unbound/policy/sources', { signal }),
  );
  return (
    <div class="panel">
      <ResourceTable
        label={texts.views.sources}
        of={sources}
        rows={({ sources: found }) => found}
        keyOf={({ id }) => id}
        columns={[common.pages.feeds, texts.least, [texts.rulesOf, 'number'], [texts.refreshed, 'number']]}
        empty={texts.noSources}
      >
        {(source) => (
          <>
            <td class="wrap">{source.sources.map(visible).join(', ')}</td>
            <td>
              <Severity severity={source.min_severity} />
            </td>
            <td class="number">{short(source.rules)}</td>
            <td class="number soft">
              {source.refreshed_at !== null && <Moment at={source.refreshed_at} relative />}
            </td>
          </>
        )}
      </ResourceTable>
    </div>
  );
}
