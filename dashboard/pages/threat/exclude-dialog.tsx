import { useSignal } from '@preact/signals';
import type { ExplainedThreat } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { toast } from '../../app/toasts.ts';
import { CheckField, TextField } from '../../components/forms/field.tsx';
import { FormDialog, noteOf, ticked, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/watch/threats.ts';

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
        note: noteOf(note),
        location_id: here.value ? threat.location_id : null,
      },
    });
    toast(texts.didExclude);
    onClose();
  });
  return (
    <FormDialog
      title={texts.exclude}
      lead={texts.excludeLead}
      submit={texts.exclude}
      action={action}
      onClose={onClose}
    >
      <TextField label={texts.excludeName} hint={texts.excludeNameHint} {...typed(name)} spellcheck={false} />
      <TextField
        label={texts.excludeClient}
        placeholder={threat.client_ip}
        {...typed(client)}
        spellcheck={false}
      />
      <TextField label={texts.note} {...typed(note)} />
      <CheckField label={texts.excludeHere(locationName(threat.location_id))} {...ticked(here)} />
    </FormDialog>
  );
}
