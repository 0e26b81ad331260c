import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, segment, setQuery } from '../../app/router.ts';
import { Finder } from '../../components/forms/finder.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { count } from '../../format/numbers.ts';
import { texts as all } from '../../texts/en/protect/own-lists.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';

const texts = all.lookUp;

/** Looks one indicator up in all lists: what each that has it says. The address holds which. */
export function LookUp() {
  const asked = place.value.query.get('check') ?? '';
  const found = useResource(asked === '' ? undefined : `look up ${asked}`, (signal) =>
    api.call('GET /api/v1/threat-intel/check/{indicator}', { params: { indicator: asked }, signal }),
  );
  const { columns } = texts;
  return (
    <Panel
      title={texts.title}
      tools={
        asked !== '' &&
        found.data !== undefined && (
          <span class={found.data.is_malicious ? 'bad' : 'soft'} role="status">
            {texts.listed(count(found.data.details?.length ?? 0))}
          </span>
        )
      }
    >
      <Finder
        key={asked}
        text={asked}
        label={texts.label}
        placeholder={texts.placeholder}
        action={texts.action}
        longest={2_000}
        onFind={(text) => setQuery({ check: text || undefined })}
      />
      {asked !== '' && (
        <ResourceTable
          label={texts.title}
          of={found}
          lines={3}
          rows={({ details }) => details ?? []}
          keyOf={({ feed, indicator }) => `${feed} ${indicator}`}
          columns={[
            columns.list,
            columns.what,
            columns.category,
            columns.severity,
            columns.said,
            [columns.row, 'number'],
            [columns.last, 'number'],
          ]}
          empty={texts.clean(count(found.data?.feeds_checked ?? 0))}
        >
          {(hit) => (
            <>
              <td>
                <a href={href(`/feeds/${segment(hit.feed)}`, { contains: hit.indicator })}>
                  <Name name={hit.feed} meaning={false} prose />
                </a>
              </td>
              <td class="wrap">
                <Name name={hit.indicator} />
              </td>
              <td>{threatType(hit.threat_type)}</td>
              <td>
                <Severity severity={hit.severity} />
              </td>
              <td class="wrap">
                {hit.description !== null && <Name name={hit.description} meaning={false} prose />}
              </td>
              <td class="number">{hit.feed_row !== null && count(hit.feed_row)}</td>
              <td class="number soft">{hit.last_seen !== null && <Moment at={hit.last_seen} relative />}</td>
            </>
          )}
        </ResourceTable>
      )}
    </Panel>
  );
}
