import type { Threat } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { mayWork, ownName } from '../../app/session.ts';
import { Name } from '../../components/name.tsx';
import { Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows the owner of the threat; a person who may work on threats can take it or give it back. */
export function Owner({ threat, onDone }: { threat: Threat; onDone: () => void }) {
  const { id, owner } = threat;
  const action = useAction(async (next: string | null) => {
    await api.call('PUT /api/v1/dns-monitoring/threats/{id}/owner', {
      params: { id },
      body: { owner: next },
    });
    onDone();
  });
  const own = ownName();
  return (
    <div class="stack tight">
      <div class="row">
        {owner === null ? (
          <span class="soft">{texts.nobody}</span>
        ) : (
          <Name name={owner} meaning={false} prose />
        )}
        {mayWork() && owner !== own && (
          <button
            type="button"
            class="button slim"
            disabled={action.busy}
            onClick={() => void action.run(own)}
          >
            {texts.take}
          </button>
        )}
        {mayWork() && owner !== null && (
          <button
            type="button"
            class="button slim"
            disabled={action.busy}
            onClick={() => void action.run(null)}
          >
            {texts.giveBack}
          </button>
        )}
      </div>
      <Refusal trouble={action.trouble} />
    </div>
  );
}
