import { useSignal } from '@preact/signals';
import type { SsoConfig } from '@sonde/client/api-types.generated.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/single-sign-on.ts';
import { Command } from '../command.tsx';
import { FormDialog } from '../forms/form.tsx';
import { Panel } from '../panel.tsx';
import { Empty, Loaded } from '../state.tsx';
import { SingleSignOnDialog } from './dialog.tsx';

/** Shows the provider that members of the account sign in by. */
export function SingleSignOn() {
  const config = useResource('sso', (signal) => api.call('GET /api/v2/sso/config', { signal }));
  const shown = useSignal<'change' | 'remove' | undefined>(undefined);
  const close = () => {
    shown.value = undefined;
    config.reload();
  };
  const mayChange = config.data !== undefined && config.data.source !== 'settings';
  const button = (what: 'change' | 'remove', text: string) => (
    <button
      type="button"
      class="button slim"
      onClick={() => {
        shown.value = what;
      }}
    >
      {text}
    </button>
  );
  return (
    <Panel
      title={texts.title}
      tools={
        mayChange && (
          <div class="row">
            {button('change', config.data?.configured === true ? texts.change : texts.setUp)}
            {config.data?.configured === true && button('remove', texts.remove)}
          </div>
        )
      }
    >
      <Loaded of={config} lines={4}>
        {(found) => <Configured of={found} />}
      </Loaded>
      {shown.value === 'change' && <SingleSignOnDialog of={config.data?.settings ?? null} onClose={close} />}
      {shown.value === 'remove' && <RemoveProvider onClose={close} />}
    </Panel>
  );
}

function Configured({ of: { settings, source, ...addresses } }: { of: SsoConfig }) {
  if (settings === null) {
    return (
      <Empty title={texts.none}>
        <p class="soft">{texts.noneMore}</p>
      </Empty>
    );
  }
  return (
    <>
      <p>
        <strong>{visible(settings.name)}</strong>{' '}
        {!settings.enabled && <span class="badge">{texts.off}</span>}{' '}
        <span class="soft">{visible(settings.issuer)}</span>
      </p>
      {source === 'settings' && <p class="soft">{texts.fromSettings}</p>}
      <p class="soft small">{texts.register}</p>
      {[
        [texts.redirect, addresses.redirect_uri],
        [texts.logout, addresses.backchannel_logout_uri],
        [texts.signInUrl, addresses.sign_in_url],
      ].map(
        ([name, address]) =>
          address != null && (
            <div key={name}>
              <span class="soft small">{name}</span>
              <Command text={address} />
            </div>
          ),
      )}
    </>
  );
}

function RemoveProvider({ onClose }: { onClose: () => void }) {
  const action = useAction(async () => {
    await api.call('DELETE /api/v2/sso/config');
    toast(texts.removed);
    onClose();
  });
  return (
    <FormDialog
      title={texts.removeTitle}
      lead={texts.removeMore}
      submit={texts.remove}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
