import { useSignal } from '@preact/signals';
import type { Member, User } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/account.ts';
import { texts as administration } from '../../texts/en/administration.ts';
import { texts as common } from '../../texts/en/common.ts';

/** Who is signed in, with which role, and how much of the day is used. */
export function Profile({
  user,
  member,
  usage,
}: {
  user: User;
  member: Member | null;
  usage: AnswerOf<'GET /api/account/usage'> | undefined;
}) {
  const changing = useSignal(false);
  const role = member?.role ?? 'owner';
  return (
    <Panel title={texts.you}>
      <dl class="facts">
        <dt>{texts.email}</dt>
        <dd>{visible(member?.email ?? user.email)}</dd>
        <dt>{texts.role}</dt>
        <dd>
          {texts.roles[role]}
          <div class="soft small">{texts.rolesMore[role]}</div>
        </dd>
        <dt>{texts.tier}</dt>
        <dd>{administration.tiers[user.tier]}</dd>
        <dt>{texts.today}</dt>
        <dd>
          {usage === undefined
            ? '–'
            : usage.limit === null
              ? texts.noLimit(count(usage.used))
              : texts.ofLimit(count(usage.used), count(usage.limit))}
        </dd>
      </dl>
      <div>
        <button
          type="button"
          class="button"
          onClick={() => {
            changing.value = true;
          }}
        >
          {texts.password.open}
        </button>
      </div>
      {changing.value && (
        <PasswordDialog
          onClose={() => {
            changing.value = false;
          }}
        />
      )}
    </Panel>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const current = useSignal('');
  const wanted = useSignal('');
  const action = useAction(async () => {
    await api.call('PUT /api/auth/password', {
      body: { current_password: current.value, new_password: wanted.value },
    });
    toast(texts.password.done);
    onClose();
  });
  return (
    <Dialog title={texts.password.open} onClose={onClose}>
      <p class="soft">{texts.password.more}</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run();
        }}
      >
        <TextField
          label={texts.password.current}
          type="password"
          autocomplete="current-password"
          required
          autofocus
          value={current.value}
          onInput={(value) => {
            current.value = value;
          }}
        />
        <TextField
          label={texts.password.wanted}
          hint={texts.password.hint}
          type="password"
          autocomplete="new-password"
          required
          minLength={8}
          value={wanted.value}
          onInput={(value) => {
            wanted.value = value;
          }}
        />
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {common.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
