import type { Location } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { Name } from '../../components/name.tsx';
import type { Agent } from '../../domain/ledger-flow.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as agentTexts } from '../../texts/en/operate/agents.ts';
import { texts } from '../../texts/en/operate/locations.ts';

/** Removes a location, after telling what goes with it and what stays. */
export function RemoveLocation({
  location,
  agents,
  days,
  onDone,
  onClose,
}: {
  location: Location;
  agents: readonly Agent[];
  days: number | undefined;
  onDone: () => void;
  onClose: () => void;
}) {
  const name = visible(location.location_name);
  const action = useAction(async () => {
    await api.call('DELETE /api/v1/dns-monitoring/locations/{id}', { params: { id: location.id } });
    toast(texts.removed(name));
    onDone();
  });
  const kept = location.retention_days ?? days;
  return (
    <FormDialog
      title={texts.removeTitle(name)}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    >
      {agents.length === 0 ? (
        <p>{texts.removeNobody}</p>
      ) : (
        <>
          <p>{texts.removeKeys}</p>
          <ul class="chips">
            {agents.map(({ id, host }) => (
              <li key={id} class="badge">
                <Name name={host || agentTexts.uploads} meaning={false} />
              </li>
            ))}
          </ul>
        </>
      )}
      {kept !== undefined && <p>{texts.removeRows(count(kept))}</p>}
      <p>{texts.removeSettings}</p>
      <p class="soft">{texts.removeFirst}</p>
    </FormDialog>
  );
}
