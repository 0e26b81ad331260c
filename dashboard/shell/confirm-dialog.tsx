import { useSignal } from '@preact/signals';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { confirmation, confirmByPasskey, confirmPassword } from '../app/confirmation.ts';
import { isForHere, passkeysWork } from '../app/passkeys.ts';
import { useResource } from '../app/resource.ts';
import { Dialog } from '../components/forms/dialog.tsx';
import { TextField } from '../components/forms/field.tsx';
import { Form, typed } from '../components/forms/form.tsx';
import { texts } from '../texts/en/sign-in.ts';
import { PasskeyButton } from './sign-in.tsx';

/** Asks for the password again before what cannot be taken back; a passkey of the person does as well. */
export function ConfirmDialog() {
  const password = useSignal('');
  const action = useAction(() => confirmPassword(password.value));
  const methods = useResource(passkeysWork() ? 'sign-in-methods' : undefined, (signal) =>
    api.call('GET /api/auth/sign-in-methods', { signal }),
  );
  const decline = () => confirmation.value?.done(false);
  return (
    <Dialog title={texts.confirm} onClose={decline}>
      <p class="soft">{texts.confirmMore}</p>
      <Form action={action} submit={texts.goOn} onCancel={decline}>
        <TextField
          label={texts.password}
          type="password"
          autocomplete="current-password"
          required
          autofocus
          {...typed(password)}
        />
      </Form>
      {methods.data?.passkeys.some(isForHere) && (
        <PasskeyButton text={texts.confirmByPasskey} work={confirmByPasskey} />
      )}
    </Dialog>
  );
}
