import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/access/account.ts';
import { texts as common } from '../../texts/en/common.ts';

/** Sets another password. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const current = useSignal('');
  const wanted = useSignal('');
  const action = useAction(async () => {
    await api.call('PUT /api/auth/password', {
      body: { current_password: current.value, new_password: wanted.value },
    });
    toast(texts.password.done);
    onClose();
  });
  return (
    <FormDialog
      title={texts.password.open}
      lead={texts.password.more}
      submit={common.save}
      action={action}
      onClose={onClose}
    >
      <TextField
        label={texts.password.current}
        type="password"
        autocomplete="current-password"
        required
        autofocus
        {...typed(current)}
      />
      <TextField
        label={texts.password.wanted}
        hint={texts.password.hint}
        type="password"
        autocomplete="new-password"
        required
        minLength={8}
        {...typed(wanted)}
      />
    </FormDialog>
  );
}
