import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/account.ts';
import { texts as common } from '../../texts/en/common.ts';
import { type Role, roleOptions } from './members.tsx';

type Link = AnswerOf<'POST /api/account/members'>['setup_link'];

/** Takes somebody into the account; what comes of it is a link to pass on. */
export function AddMember({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (email: string, link: Link) => void;
}) {
  const email = useSignal('');
  const firstName = useSignal('');
  const lastName = useSignal('');
  const role = useSignal<Role>('viewer');
  const action = useAction(async () => {
    const added = await api.call('POST /api/account/members', {
      body: {
        email: email.value,
        role: role.value,
        first_name: firstName.value,
        last_name: lastName.value,
      },
    });
    onAdded(added.member.email, added.setup_link);
  });
  return (
    <Dialog title={texts.members.add} onClose={onClose}>
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
          required
          autofocus
          autocomplete="off"
          value={email.value}
          onInput={(value) => {
            email.value = value;
          }}
        />
        <TextField
          label={texts.members.firstName}
          autocomplete="off"
          value={firstName.value}
          onInput={(value) => {
            firstName.value = value;
          }}
        />
        <TextField
          label={texts.members.lastName}
          autocomplete="off"
          value={lastName.value}
          onInput={(value) => {
            lastName.value = value;
          }}
        />
        <SelectField
          label={texts.role}
          value={role.value}
          options={roleOptions}
          onChange={(value) => {
            role.value = value;
          }}
        />
        <p class="soft small">{texts.rolesMore[role.value]}</p>
        <Refusal trouble={action.trouble} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="submit" class="button first" disabled={action.busy}>
            {texts.members.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
