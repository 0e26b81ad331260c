import { useSignal } from '@preact/signals';
import type { Passkey } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { ComponentChildren } from 'preact';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { isForHere, passkeysWork } from '../../app/passkeys.ts';
import { useResource } from '../../app/resource.ts';
import { goToProvider } from '../../app/single-sign-on.ts';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as all } from '../../texts/en/access/account.ts';
import { AppDialog, RemoveApp, RenewCodes } from './app-dialog.tsx';
import { NamePasskey, RemovePasskey } from './passkey-dialogs.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const texts = all.methods;

type Shown =
  | 'password'
  | 'app'
  | 'codes'
  | 'remove-app'
  | 'add-passkey'
  | { readonly rename: Passkey }
  | { readonly remove: Passkey };
type Show = (what: Shown) => void;

/** Shows password, authenticator app and passkeys of the signed-in person. */
export function SignInMethods() {
  const methods = useResource('sign-in-methods', (signal) =>
    api.call('GET /api/auth/sign-in-methods', { signal }),
  );
  const shown = useSignal<Shown | undefined>(undefined);
  const show: Show = (what) => {
    shown.value = what;
  };
  const close = () => {
    shown.value = undefined;
    methods.reload();
  };
  return (
    <Panel title={texts.title}>
      <Loaded of={methods} lines={9}>
        {(found) => <Methods found={found} show={show} />}
      </Loaded>
      <Shown what={shown.value} close={close} />
    </Panel>
  );
}

function Methods({ found, show }: { found: AnswerOf<'GET /api/auth/sign-in-methods'>; show: Show }) {
  const { app, passkeys, providers } = found;
  return (
    <ul class="ways">
      <Way title={texts.password} buttons={<Small text={texts.change} onClick={() => show('password')} />} />
      <Way
        title={texts.app}
        more={
          app === null ? (
            texts.appNone
          ) : (
            <>
              {texts.since} <Moment at={app.since} relative /> · {texts.appCodes(count(app.recovery_codes))}
            </>
          )
        }
        buttons={
          app === null ? (
            <Small text={texts.appAdd} onClick={() => show('app')} />
          ) : (
            <>
              <Small text={texts.newCodes} onClick={() => show('codes')} />
              <Small text={texts.appReplace} onClick={() => show('app')} />
              <Small text={texts.remove} onClick={() => show('remove-app')} />
            </>
          )
        }
      />
      <Way
        title={texts.passkeys}
        more={passkeysWork() ? texts.passkeysMore : texts.passkeysNot}
        buttons={passkeysWork() && <Small text={texts.passkeyAdd} onClick={() => show('add-passkey')} />}
      />
      {passkeys.map((passkey) => (
        <Way
          key={passkey.id}
          title={visible(passkey.name)}
          under
          more={<PasskeyFacts of={passkey} />}
          buttons={
            <>
              <Small text={texts.rename} of={passkey.name} onClick={() => show({ rename: passkey })} />
              <Small text={texts.remove} of={passkey.name} onClick={() => show({ remove: passkey })} />
            </>
          }
        />
      ))}
      <Providers linked={providers} />
    </ul>
  );
}

/** Single sign-on: what the person signs in by, and what it could link. */
function Providers({ linked }: { linked: AnswerOf<'GET /api/auth/sign-in-methods'>['providers'] }) {
  const offered = useResource('offered providers', (signal) => api.call('GET /api/auth/sso', { signal }));
  const link = useAction((handle: string) => goToProvider('link', handle));
  const free = (offered.data?.providers ?? []).filter(
    ({ handle }) => !linked.some((one) => one.handle === handle),
  );
  return (
    <>
      {linked.map(({ id, name }) => (
        <Way key={id} title={visible(name)} more={texts.providerLinked} buttons={null} />
      ))}
      {free.map(({ handle, name }) => (
        <Way
          key={handle}
          title={visible(name)}
          more={link.trouble === undefined ? texts.providerFree : <Refusal trouble={link.trouble} />}
          buttons={<Small text={texts.providerLink} of={name} onClick={() => void link.run(handle)} />}
        />
      ))}
    </>
  );
}

function PasskeyFacts({ of: { last_used_at: used, host, backed_up: synced, ...rest } }: { of: Passkey }) {
  return (
    <>
      {texts.used} {used === null ? texts.never : <Moment at={used} relative />}
      {!isForHere({ host, ...rest }) && ` · ${texts.passkeyElsewhere(host)}`}
      {synced && ` · ${texts.passkeySynced}`}
    </>
  );
}

function Way({
  title,
  more,
  buttons,
  under = false,
}: {
  title: string;
  more?: ComponentChildren;
  buttons: ComponentChildren;
  under?: boolean;
}) {
  return (
    <li class={under ? 'under' : ''}>
      <div>
        {under ? <span>{title}</span> : <h3>{title}</h3>}
        {more !== undefined && <div class="soft small">{more}</div>}
      </div>
      <div class="row">{buttons}</div>
    </li>
  );
}

function Small({ text, of, onClick }: { text: string; of?: string; onClick: () => void }) {
  return (
    <button type="button" class="button slim" onClick={onClick}>
      {text}
      {of !== undefined && <span class="unseen"> {visible(of)}</span>}
    </button>
  );
}

function Shown({ what, close }: { what: Shown | undefined; close: () => void }) {
  if (what === undefined) return null;
  if (typeof what === 'object') {
    return 'rename' in what ? (
      <NamePasskey of={what.rename} onClose={close} />
    ) : (
      <RemovePasskey of={what.remove} onClose={close} />
    );
  }
  switch (what) {
    case 'password':
      return <PasswordDialog onClose={close} />;
    case 'app':
      return <AppDialog onClose={close} />;
    case 'codes':
      return <RenewCodes onClose={close} />;
    case 'remove-app':
      return <RemoveApp onClose={close} />;
    case 'add-passkey':
      return <NamePasskey onClose={close} />;
  }
}
