import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { Moment } from '../../components/moment.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { short } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/policy.ts';

/** Feeds whose indicators are taken as rules. */
export function Sources() {
  const sources = useResource('policy sources', (signal) =>
    api.call('GET /api/v1/unbound/policy/sources', { signal }),
  );
  return (
    <div class="panel">
      <Loaded of={sources} isEmpty={({ count }) => count === 0} empty={<p class="soft">{texts.noSources}</p>}>
        {({ sources: found }) => (
          <TableScroll label={texts.views.sources}>
            <table class="table">
              <thead>
                <tr>
                  <th>{common.pages.feeds}</th>
                  <th>{texts.least}</th>
                  <th class="number">{texts.rulesOf}</th>
                  <th class="number">{texts.refreshed}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((source) => (
                  <tr key={source.id}>
                    <td class="wrap">{source.sources.map(visible).join(', ')}</td>
                    <td>
                      <Severity severity={source.min_severity} />
                    </td>
                    <td class="number">{short(source.rules)}</td>
                    <td class="number soft">
                      {source.refreshed_at !== null && <Moment at={source.refreshed_at} relative />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
      </Loaded>
    </div>
  );
}
