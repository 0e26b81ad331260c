import { useSignal } from '@preact/signals';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { confirmation, confirmByPasskey, confirmPassword } from '../app/confirmation.ts';
import { isForHere, passkeysWork } from '../app/passkeys.ts';
import { useResource } from '../app/resource.ts';
import { goToProvider } from '../app/single-sign-on.ts';
import { Dialog } from '../components/forms/dialog.tsx';
import { TextField } from '../components/forms/field.tsx';
import { Form, typed } from '../components/forms/form.tsx';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/access/sign-in.ts';
import { OtherWay, PasskeyButton } from './sign-in.tsx';

/** Asks for the password again before what cannot be taken back; a passkey of the person does as well. */
export function ConfirmDialog() {
  const password = useSignal('');
  const action = useAction(() => confirmPassword(password.value));
  const methods = useResource('sign-in-methods', (signal) =>
    api.call('GET /api/auth/sign-in-methods', { signal }),
  );
  const decline = () => confirmation.value?.done(false);
  return (
    <Dialog title={methods.data?.password === false ? texts.confirmWho : texts.confirm} onClose={decline}>
      <p class="soft">{texts.confirmMore}</p>
      {methods.data?.password !== false && (
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
      )}
      {passkeysWork() && methods.data?.passkeys.some(isForHere) && (
        <PasskeyButton text={texts.confirmByPasskey} work={confirmByPasskey} />
      )}
      {methods.data?.providers.slice(0, 1).map(({ handle, name }) => (
        <div key={handle}>
          <OtherWay
            text={texts.confirmByProvider(visible(name))}
            icon="user"
            work={() => goToProvider('confirm', handle)}
          />
          <p class="soft small">{texts.confirmAgain}</p>
        </div>
      ))}
    </Dialog>
  );
}
