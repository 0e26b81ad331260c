import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { endSession } from '../../app/session.ts';
import { toast } from '../../app/toasts.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { Panel } from '../../components/panel.tsx';
import { texts as all } from '../../texts/en/access/account.ts';

const texts = all.deletion;

/** Lets an owner delete the account with all that it has. */
export function DeleteAccount() {
  const shown = useSignal(false);
  return (
    <Panel title={texts.title}>
      <p class="soft">{texts.more}</p>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          shown.value = true;
        }}
      >
        {texts.open}
      </button>
      {shown.value && (
        <DeleteAccountDialog
          onClose={() => {
            shown.value = false;
          }}
        />
      )}
    </Panel>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const email = useSignal('');
  const action = useAction(async () => {
    await api.call('POST /api/account/delete', { body: { email: email.value.trim() } });
    toast(texts.done);
    // The session is gone with the account.
    endSession();
  });
  return (
    <FormDialog
      title={texts.ask}
      lead={texts.warning}
      submit={texts.submit}
      danger
      action={action}
      onClose={onClose}
    >
      <TextField
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autocomplete="off"
        required
        autofocus
        {...typed(email)}
      />
    </FormDialog>
  );
}
