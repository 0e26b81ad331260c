import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { useResource } from '../app/resource.ts';
import { href, navigate } from '../app/router.ts';
import { redeemSetupLink } from '../app/session.ts';
import { TextField } from '../components/forms/field.tsx';
import { Form, typed } from '../components/forms/form.tsx';
import { Empty, Loaded } from '../components/state.tsx';
import { texts } from '../texts/en/access/sign-in.ts';
import { Brand } from './brand.tsx';
import { CodeForm } from './sign-in.tsx';

/** Shows the page of a link that sets a password: its token stands behind `#`, which browsers send to nobody. */
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
        {link.data === undefined && <h1 class="unseen">{texts.setPassword}</h1>}
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
  const ticket = useSignal<string | undefined>(undefined);
  const home = () => navigate(href(first ? '/welcome' : '/'), { replace: true });
  const action = useAction(async () => {
    const address = first ? { email: email.value } : {};
    ticket.value = await redeemSetupLink({ token, password: password.value, ...address });
    if (ticket.value === undefined) home();
  });
  if (ticket.value !== undefined) {
    return (
      <>
        <h1>{texts.setPassword}</h1>
        <CodeForm ticket={ticket.value} onDone={home} onBack={home} />
      </>
    );
  }
  return (
    <Form action={action} submit={texts.begin}>
      <h1>{first ? texts.welcome : texts.setPassword}</h1>
      <p class="soft">{first ? texts.welcomeMore : texts.setPasswordFor(known)}</p>
      {first && (
        <TextField
          label={texts.email}
          type="email"
          autocomplete="username"
          required
          autofocus
          {...typed(email)}
        />
      )}
      <TextField
        label={texts.newPassword}
        hint={texts.passwordHint}
        type="password"
        autocomplete="new-password"
        minLength={8}
        required
        {...typed(password)}
      />
    </Form>
  );
}
