import { useSignal } from '@preact/signals';
import { type Trouble, troubleOf } from '../app/api.ts';
import { confirmation, confirmPassword } from '../app/confirmation.ts';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Refusal } from '../components/state.tsx';
import { texts as common } from '../texts/en/common.ts';
import { texts } from '../texts/en/sign-in.ts';

/** Asks for the password again before what cannot be taken back. */
export function ConfirmDialog() {
  const password = useSignal('');
  const trouble = useSignal<Trouble | undefined>(undefined);
  const decline = () => confirmation.value?.done(false);
  return (
    <Dialog title={texts.confirm} onClose={decline}>
      <p class="soft">{texts.confirmMore}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          confirmPassword(password.value).catch((error: unknown) => {
            trouble.value = troubleOf(error);
          });
        }}
      >
        <TextField
          label={texts.password}
          type="password"
          autocomplete="current-password"
          required
          autofocus
          value={password.value}
          onInput={(value) => {
            password.value = value;
          }}
        />
        <Refusal trouble={trouble.value} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={decline}>
            {common.cancel}
          </button>
          <button type="submit" class="button first">
            {texts.goOn}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
