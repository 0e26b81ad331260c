import { useSignal } from '@preact/signals';
import { useAction } from '../app/action.ts';
import { brand } from '../app/brand.ts';
import { signIn } from '../app/session.ts';
import { TextField } from '../components/field.tsx';
import { Refusal } from '../components/state.tsx';
import { texts } from '../texts/en/sign-in.ts';
import { Brand, BrandFoot } from './brand.tsx';

/** The way in. The address stays, so that a link that was opened is there after it. */
export function SignIn() {
  return (
    <main class="alone">
      <Brand />
      <div class="panel">
        <h1>{brand.value.texts.welcome ?? texts.title}</h1>
        {brand.value.texts.lead !== null && <p>{brand.value.texts.lead}</p>}
        <SignInForm />
      </div>
      <p class="soft small">{texts.forgotten}</p>
      <BrandFoot />
    </main>
  );
}

export function SignInForm() {
  const email = useSignal('');
  const password = useSignal('');
  const action = useAction(() => signIn(email.value, password.value));
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <TextField
        label={texts.email}
        type="email"
        name="email"
        autocomplete="username"
        required
        autofocus
        value={email.value}
        onInput={(value) => {
          email.value = value;
        }}
      />
      <TextField
        label={texts.password}
        type="password"
        name="password"
        autocomplete="current-password"
        required
        value={password.value}
        onInput={(value) => {
          password.value = value;
        }}
      />
      <Refusal trouble={action.trouble} />
      <button type="submit" class="button first" disabled={action.busy}>
        {action.busy ? texts.busy : texts.submit}
      </button>
    </form>
  );
}
