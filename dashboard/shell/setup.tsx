import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { useResource } from '../app/resource.ts';
import { href, navigate } from '../app/router.ts';
import { redeemSetupLink } from '../app/session.ts';
import { TextField } from '../components/field.tsx';
import { Empty, Loaded, Refusal } from '../components/state.tsx';
import { texts } from '../texts/en/sign-in.ts';
import { Brand } from './brand.tsx';

/** A link that sets a password: its token stands behind `#`, which browsers send to nobody. */
export function Setup() {
  const token = useSignal(location.hash.slice(1));
  useEffect(() => {
    // It need not stay in the address and the history.
    history.replaceState(null, '', location.pathname);
  }, []);
  const link = useResource(token.value === '' ? undefined : 'setup', (signal) =>
    api.call('POST /api/auth/setup/inspect', { body: { token: token.value }, signal }),
  );
  return (
    <main class="alone">
      <Brand />
      <div class="panel">
        {token.value === '' ? (
          <Empty title={texts.noToken}>
            <p class="soft">{texts.noTokenMore}</p>
            <a class="button" href={href('/')}>
              {texts.title}
            </a>
          </Empty>
        ) : (
          <Loaded of={link} lines={4}>
            {({ email, first_run: first }) => <SetupForm token={token.value} email={email} first={first} />}
          </Loaded>
        )}
      </div>
    </main>
  );
}

function SetupForm({ token, email: known, first }: { token: string; email: string; first: boolean }) {
  const email = useSignal(first ? '' : known);
  const password = useSignal('');
  const action = useAction(async () => {
    const address = first ? { email: email.value } : {};
    await redeemSetupLink({ token, password: password.value, ...address });
    navigate(href(first ? '/welcome' : '/'), { replace: true });
  });
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <h1>{first ? texts.welcome : texts.setPassword}</h1>
      <p class="soft">{first ? texts.welcomeMore : texts.setPasswordFor(known)}</p>
      {first && (
        <TextField
          label={texts.email}
          type="email"
          autocomplete="username"
          required
          autofocus
          value={email.value}
          onInput={(value) => {
            email.value = value;
          }}
        />
      )}
      <TextField
        label={texts.newPassword}
        hint={texts.passwordHint}
        type="password"
        autocomplete="new-password"
        minLength={8}
        required
        value={password.value}
        onInput={(value) => {
          password.value = value;
        }}
      />
      <Refusal trouble={action.trouble} />
      <button type="submit" class="button first" disabled={action.busy}>
        {texts.begin}
      </button>
    </form>
  );
}
