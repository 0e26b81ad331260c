import { useSignal } from '@preact/signals';
import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { toast } from '../../app/toasts.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { Refusal } from '../../components/state.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/threats.ts';

/** Takes a name, a client or both out of detection; what the threat is about is filled in. */
export function ExcludeDialog({ threat, onClose }: { threat: ExplainedThreat; onClose: () => void }) {
  const name = useSignal(threat.subject);
  const client = useSignal('');
  const note = useSignal('');
  const here = useSignal(true);
  const action = useAction(async () => {
    await api.call('POST /api/v1/dns-monitoring/exclusions', {
      body: {
        name: name.value.trim() || null,
        client: client.value.trim() || null,
        note: note.value.trim() || null,
        location_id: here.value ? threat.location_id : null,
      },
    });
    toast(texts.didExclude);
    onClose();
  });
  return (
    <Dialog title={texts.exclude} onClose={onClose}>
      <p class="soft">{texts.excludeLead}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={texts.excludeName}
          hint={texts.excludeNameHint}
          value={name.value}
          spellcheck={false}
          onInput={(value) => {
            name.value = value;
          }}
        />
        <TextField
          label={texts.excludeClient}
          placeholder={threat.client_ip}
          value={client.value}
          spellcheck={false}
          onInput={(value) => {
            client.value = value;
          }}
        />
        <TextField
          label={texts.note}
          value={note.value}
          onInput={(value) => {
            note.value = value;
          }}
        />
        <CheckField
          label={texts.excludeHere(locationName(threat.location_id))}
          checked={here.value}
          onChange={(checked) => {
            here.value = checked;
          }}
        />
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {texts.exclude}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
