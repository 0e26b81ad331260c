import { useSignal } from '@preact/signals';
import { encode } from 'uqr';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { confirmed } from '../../app/confirmation.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { Command } from '../../components/command.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { TextField } from '../../components/forms/field.tsx';
import { Form, FormDialog, typed } from '../../components/forms/form.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts as all } from '../../texts/en/access/account.ts';
import { texts as signIn } from '../../texts/en/access/sign-in.ts';

const texts = all.methods;

/** Sets an authenticator app up: its secret, a code that shows it took it, and the recovery codes. */
export function AppDialog({ onClose }: { onClose: () => void }) {
  const code = useSignal('');
  const codes = useSignal<readonly string[] | undefined>(undefined);
  const offer = useResource('authenticator app', (signal) =>
    confirmed(() => api.call('POST /api/auth/totp', { signal })),
  );
  const action = useAction(async () => {
    const made = await api.call('POST /api/auth/totp/confirm', { body: { code: code.value } });
    codes.value = made.recovery_codes;
  });
  if (codes.value !== undefined) return <RecoveryCodes codes={codes.value} onClose={onClose} />;
  return (
    <Dialog title={texts.app} onClose={onClose}>
      <p class="soft">{texts.scan}</p>
      <Loaded of={offer} lines={6}>
        {({ secret, url }) => (
          <>
            <QrCode text={url} />
            <Command text={secret} />
            <Form action={action} submit={texts.confirm} onCancel={onClose}>
              <TextField
                label={texts.code}
                hint={texts.codeHint}
                autocomplete="one-time-code"
                inputMode="numeric"
                required
                {...typed(code)}
              />
            </Form>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** A QR code (ISO/IEC 18004) as one path, a square for each dark module. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.qr}
      shape-rendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  );
}

/** Codes that are shown once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title={texts.codesTitle} onClose={onClose}>
      <p class="soft">{texts.codesMore}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div class="dialog-foot">
        <CopyButton text={codes.join('\n')} />
        <button type="button" class="button first" onClick={onClose}>
          {texts.codesDone}
        </button>
      </div>
    </Dialog>
  );
}

/** Shows new recovery codes in place of the old. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const codes = useSignal<readonly string[] | undefined>(undefined);
  const action = useAction(async () => {
    codes.value = (await api.call('POST /api/auth/recovery-codes')).recovery_codes;
  });
  if (codes.value !== undefined) return <RecoveryCodes codes={codes.value} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.renewTitle}
      lead={texts.renewMore}
      submit={texts.renew}
      action={action}
      onClose={onClose}
    />
  );
}

/** Removes the app, by the password. */
export function RemoveApp({ onClose }: { onClose: () => void }) {
  const password = useSignal('');
  const action = useAction(async () => {
    await api.call('POST /api/auth/totp/remove', { body: { password: password.value } });
    toast(texts.appRemoved);
    onClose();
  });
  return (
    <FormDialog
      title={texts.removeApp}
      lead={texts.removeAppMore}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    >
      <TextField
        label={signIn.password}
        type="password"
        autocomplete="current-password"
        required
        autofocus
        {...typed(password)}
      />
    </FormDialog>
  );
}
