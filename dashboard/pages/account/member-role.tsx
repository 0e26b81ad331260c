import { api } from '../../app/api.ts';
import { toast } from '../../app/toasts.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { useChoice } from '../../components/forms/use-choice.ts';
import { Refusal } from '../../components/state.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/account.ts';
import { type AccountMember, roleOptions } from './roles.ts';

/** Shows the role of a member, and changes it. */
export function MemberRole({ member, onChanged }: { member: AccountMember; onChanged: () => void }) {
  const email = visible(member.email);
  const { trouble, ...choice } = useChoice(member.role, async (role) => {
    await api.call('PUT /api/account/members/{id}', { params: { id: member.id }, body: { role } });
    toast(texts.members.changed(email, texts.roles[role]));
    onChanged();
  });
  return (
    <>
      <SelectField label={texts.members.roleOf(email)} hideLabel options={roleOptions} {...choice} />
      <Refusal trouble={trouble} />
    </>
  );
}
