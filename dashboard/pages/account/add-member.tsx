import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, FormDialog, ticked, typed } from '../../components/forms/form.tsx';
import { texts } from '../../texts/en/access/account.ts';
import { type Role, roleOptions } from './roles.ts';

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
  const mail = useSignal(false);
  const action = useAction(async () => {
    const added = await api.call('POST /api/account/members', {
      body: {
        email: email.value,
        role: role.value,
        first_name: firstName.value,
        last_name: lastName.value,
        mail: mail.value,
      },
    });
    onAdded(added.member.email, added.setup_link);
  });
  return (
    <FormDialog title={texts.members.add} submit={texts.members.add} action={action} onClose={onClose}>
      <TextField label={texts.email} type="email" required autofocus autocomplete="off" {...typed(email)} />
      <TextField label={texts.members.firstName} autocomplete="off" {...typed(firstName)} />
      <TextField label={texts.members.lastName} autocomplete="off" {...typed(lastName)} />
      <SelectField label={texts.role} {...chosen(role)} options={roleOptions} />
      <CheckField label={texts.members.mail} {...ticked(mail)} />
      <p class="soft small">{texts.rolesMore[role.value]}</p>
    </FormDialog>
  );
}
