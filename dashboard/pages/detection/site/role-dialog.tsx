import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { changeDetection } from '../../../app/change-detection.ts';
import { toast } from '../../../app/toasts.ts';
import { SelectField, TextField } from '../../../components/forms/field.tsx';
import { chosen, FormDialog, typed } from '../../../components/forms/form.tsx';
import { withRole } from '../../../domain/site-changes.ts';
import type { ClientRole } from '../../../domain/site-roles.ts';
import { texts } from '../../../texts/en/protect/site.ts';

const roles = Object.entries(texts.roleNames) as [ClientRole, string][];

/** Says what a client or a network is for, or takes that back; of a client that is given, or of one that is typed. */
export function RoleDialog({
  locationId,
  client,
  said,
  onClose,
  onDone,
}: {
  locationId: number;
  client: string | undefined;
  said: ClientRole | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const who = useSignal(client ?? '');
  const role = useSignal<ClientRole | ''>(said ?? (client === undefined ? 'resolver' : ''));
  const action = useAction(async () => {
    await changeDetection(locationId, (changes) =>
      withRole(changes, who.value.trim(), role.value === '' ? undefined : role.value),
    );
    toast(texts.didRole);
    onDone();
    onClose();
  });
  return (
    <FormDialog title={texts.roleTitle} submit={texts.keepRole} action={action} onClose={onClose}>
      {client === undefined ? (
        <TextField
          label={texts.client}
          hint={texts.clientHint}
          required
          maxLength={64}
          spellcheck={false}
          {...typed(who)}
        />
      ) : (
        <p class="name">{client}</p>
      )}
      <SelectField
        label={texts.takenFor}
        {...chosen(role)}
        options={client === undefined ? roles : ([['', texts.asLearned], ...roles] as const)}
      />
    </FormDialog>
  );
}
