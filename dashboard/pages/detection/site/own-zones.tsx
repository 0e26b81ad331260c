import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../../app/action.ts';
import { changeDetection } from '../../../app/change-detection.ts';
import type { Resource } from '../../../app/resource.ts';
import { mayWork } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Name } from '../../../components/name.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Refusal } from '../../../components/state.tsx';
import { withoutZone, withZone } from '../../../domain/site-changes.ts';
import { visible } from '../../../format/visible-name.ts';
import { texts as common } from '../../../texts/en/common.ts';
import { texts } from '../../../texts/en/protect/site.ts';
import { AddLine } from './add-line.tsx';

export type Site = AnswerOf<'GET /api/v1/dns-monitoring/locations/{id}/site'>;

/** Shows the zones that belong to a location's network: those that were said, and those that were learned. */
export function OwnZones({ site, locationId }: { site: Resource<Site>; locationId: number }) {
  const remove = useAction(async (zone: string) => {
    await changeDetection(locationId, (changes) => withoutZone(changes, zone));
    toast(texts.zoneRemoved(visible(zone)));
    site.reload();
  });
  const { columns } = texts;
  return (
    <Panel title={texts.zones}>
      <p class="soft small">{texts.zonesHint}</p>
      {mayWork() && (
        <AddLine
          label={texts.zone}
          placeholder="corp.example.com"
          onAdd={async (zone) => {
            await changeDetection(locationId, (changes) => withZone(changes, zone));
            toast(texts.zoneAdded(visible(zone)));
            site.reload();
          }}
        />
      )}
      <Refusal trouble={remove.trouble} />
      <ResourceTable
        label={texts.zones}
        of={site}
        lines={3}
        rows={({ own_zones: zones }) => zones}
        keyOf={({ zone, source }) => `${source} ${zone}`}
        columns={[
          columns.zone,
          columns.source,
          [columns.since, 'number'],
          [columns.last, 'number'],
          mayWork() && ([common.remove, 'buttons'] as const),
        ]}
        empty={texts.noZones}
      >
        {({ zone, source, since, last_seen: last }) => (
          <>
            <td class="wrap">
              <Name name={zone} />
            </td>
            <td class="soft">{texts.sources[source]}</td>
            <td class="number soft">{since !== null && <Moment at={since} />}</td>
            <td class="number soft">{last !== null && <Moment at={last} relative />}</td>
            {mayWork() && (
              <td class="shrink">
                {source === 'operator' && (
                  <button
                    type="button"
                    class="button slim quiet"
                    disabled={remove.busy}
                    onClick={() => void remove.run(zone)}
                  >
                    {common.remove}
                  </button>
                )}
              </td>
            )}
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
