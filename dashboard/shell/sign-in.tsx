import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../app/action.ts';
import { api } from '../app/api.ts';
import { brand } from '../app/brand.ts';
import { offerPasskeys, passkeysWork } from '../app/passkeys.ts';
import { useResource } from '../app/resource.ts';
import { place } from '../app/router.ts';
import { sendCode, signIn, signInByPasskey } from '../app/session.ts';
import { goToProvider } from '../app/single-sign-on.ts';
import { TextField } from '../components/forms/field.tsx';
import { Form, typed } from '../components/forms/form.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Refusal } from '../components/state.tsx';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/access/sign-in.ts';
import { Brand, BrandFoot } from './brand.tsx';

/** Shows the page for signing in. The address stays, so that a link that was opened is there after it. */
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

/** Shows the form for the password, and for the code if one is asked for; a passkey takes the place of both. */
export function SignInForm({ known = '' }: { known?: string }) {
  const email = useSignal(known);
  const password = useSignal('');
  const ticket = useSignal<string | undefined>(undefined);
  const action = useAction(async () => {
    ticket.value = await signIn(email.value, password.value);
  });
  const isTyping = ticket.value === undefined;
  const endOffer = useRef(() => {});
  useEffect(() => {
    if (!isTyping) return;
    endOffer.current = offerPasskeys(signInByPasskey);
    return () => endOffer.current();
  }, [isTyping]);
  if (ticket.value !== undefined) {
    return (
      <CodeForm
        ticket={ticket.value}
        onBack={() => {
          ticket.value = undefined;
          password.value = '';
        }}
      />
    );
  }
  return (
    <>
      <Form action={action} submit={texts.submit} busy={texts.busy}>
        <TextField
          label={texts.email}
          type="email"
          name="email"
          autocomplete="username webauthn"
          required
          autofocus
          {...typed(email)}
        />
        <TextField
          label={texts.password}
          type="password"
          name="password"
          autocomplete="current-password"
          required
          {...typed(password)}
        />
      </Form>
      {passkeysWork() && (
        <PasskeyButton
          text={texts.byPasskey}
          work={() => {
            // A browser answers one question at a time.
            endOffer.current();
            return signInByPasskey();
          }}
        />
      )}
      <ProviderButtons />
    </>
  );
}

/** Shows the second step: a code of the app, or a recovery code. */
export function CodeForm({
  ticket,
  onBack,
  onDone,
}: {
  ticket: string;
  onBack: () => void;
  onDone?: () => void;
}) {
  const code = useSignal('');
  const action = useAction(async () => {
    await sendCode(ticket, code.value);
    onDone?.();
  });
  return (
    <>
      <p class="soft">{texts.codeMore}</p>
      <Form action={action} submit={texts.submit} busy={texts.busy}>
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          autocomplete="one-time-code"
          spellcheck={false}
          required
          autofocus
          {...typed(code)}
        />
      </Form>
      <button type="button" class="link-button" onClick={onBack}>
        {texts.back}
      </button>
    </>
  );
}

/** The providers that people sign in by here: those of administrators, and that of the organization in the address. */
function ProviderButtons() {
  const organization = place.value.query.get('organization') ?? undefined;
  const known = useResource(`providers of ${organization}`, (signal) =>
    api.call('GET /api/auth/sso', { query: organization === undefined ? {} : { organization }, signal }),
  );
  return known.data?.providers.map(({ handle, name }) => (
    <OtherWay
      key={handle}
      text={texts.byProvider(visible(name))}
      icon="user"
      work={() => goToProvider('sign_in', handle)}
    />
  ));
}

/** Shows the button that uses a passkey in place of the fields above it. */
export function PasskeyButton(way: { text: string; work: () => Promise<void> }) {
  return <OtherWay {...way} icon="key" />;
}

/** Shows a button below the fields. */
export function OtherWay({ text, icon, work }: { text: string; icon: IconName; work: () => Promise<void> }) {
  const action = useAction(work);
  return (
    <div class="other-way">
      <span class="soft small">{texts.or}</span>
      <button type="button" class="button" disabled={action.busy} onClick={() => void action.run()}>
        <Icon name={icon} size={16} />
        {text}
      </button>
      <Refusal trouble={action.trouble} />
    </div>
  );
}
