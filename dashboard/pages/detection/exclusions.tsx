import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/protect/detection.ts';

/** Shows the exclusions from detection, and a button to remove each. */
export function Exclusions() {
  const exclusions = useResource('exclusions', (signal) =>
    api.call('GET /api/v1/dns-monitoring/exclusions', { signal }),
  );
  const remove = useAction(async (id: number) => {
    await api.call('DELETE /api/v1/dns-monitoring/exclusions/{id}', { params: { id } });
    toast(texts.taken);
    exclusions.reload();
  });
  return (
    <Panel title={texts.exclusions}>
      <Refusal trouble={remove.trouble} />
      <ResourceTable
        label={texts.exclusions}
        of={exclusions}
        rows={({ exclusions: found }) => found}
        keyOf={({ id }) => id}
        columns={[texts.excluded, texts.where, texts.note, [texts.takeBack, 'buttons']]}
        empty={texts.noExclusions}
      >
        {({ id, name, client, location_id: location, note }) => (
          <>
            <td class="wrap">
              {name !== null && <Name name={name} />} {client !== null && <Name name={client} />}
            </td>
            <td class="soft">{location === null ? texts.everywhere : locationName(location)}</td>
            <td class="wrap soft">{note !== null && <Name name={note} meaning={false} prose />}</td>
            <td class="shrink">
              {mayWork() && (
                <button
                  type="button"
                  class="button slim quiet"
                  disabled={remove.busy}
                  onClick={() => void remove.run(id)}
                >
                  {texts.takeBack}
                </button>
              )}
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
