import { useSignal } from '@preact/signals';
import type { Passkey } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { makePasskey } from '../../app/passkeys.ts';
import { toast } from '../../app/toasts.ts';
import { TextField } from '../../components/forms/field.tsx';
import { FormDialog, typed } from '../../components/forms/form.tsx';
import { browserName } from '../../domain/browser-name.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as all } from '../../texts/en/access/account.ts';
import { texts as common } from '../../texts/en/common.ts';

const texts = all.methods;

/** Makes a passkey, or gives one another name. */
export function NamePasskey({ of, onClose }: { of?: Passkey; onClose: () => void }) {
  const name = useSignal(of?.name ?? browserName(navigator.userAgent) ?? '');
  const action = useAction(async () => {
    const wanted = name.value.trim();
    if (of === undefined) {
      await makePasskey(wanted);
      toast(texts.passkeyAdded);
    } else {
      await api.call('PUT /api/auth/passkeys/{id}', { params: { id: of.id }, body: { name: wanted } });
    }
    onClose();
  });
  return (
    <FormDialog
      title={of === undefined ? texts.passkeyAdd : texts.rename}
      lead={of === undefined ? texts.passkeysMore : undefined}
      submit={of === undefined ? texts.passkeyAdd : common.save}
      action={action}
      onClose={onClose}
    >
      <TextField
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        required
        maxLength={100}
        autofocus
        {...typed(name)}
      />
    </FormDialog>
  );
}

export function RemovePasskey({ of, onClose }: { of: Passkey; onClose: () => void }) {
  const action = useAction(async () => {
    await api.call('DELETE /api/auth/passkeys/{id}', { params: { id: of.id } });
    toast(texts.passkeyRemoved);
    onClose();
  });
  return (
    <FormDialog
      title={texts.removePasskey(visible(of.name))}
      lead={texts.removePasskeyMore}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
