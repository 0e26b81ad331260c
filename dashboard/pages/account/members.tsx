import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { toast } from '../../app/toasts.ts';
import { FormDialog } from '../../components/forms/form.tsx';
import { SetupLinkDialog } from '../../components/forms/setup-link-dialog.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/state.tsx';
import { dateTime } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/account.ts';
import { AddMember } from './add-member.tsx';
import { MemberRole } from './member-role.tsx';
import type { AccountMember } from './roles.ts';

type Shown =
  | { readonly kind: 'add' }
  | { readonly kind: 'remove' | 'factors'; readonly member: AccountMember }
  | { readonly kind: 'link'; readonly email: string; readonly path: string; readonly until: string };

/** Shows the members of the account; owners change them. */
export function Members({ self, mayChange }: { self: number | undefined; mayChange: boolean }) {
  const members = useResource('members', (signal) => api.call('GET /api/account/members', { signal }));
  const shown = useSignal<Shown | undefined>(undefined);
  const close = () => {
    shown.value = undefined;
  };
  const showLink = (email: string, path: string | null, until: string) => {
    if (path === null) {
      toast(texts.members.mailed(visible(email)));
      close();
    } else shown.value = { kind: 'link', email, path, until };
  };
  const newLink = useAction(async (member: AccountMember) => {
    const { path, expires_at: until } = await api.call('POST /api/account/members/{id}/setup-link', {
      params: { id: member.id },
    });
    showLink(member.email, path, until);
  });
  const now = shown.value;
  return (
    <Panel
      title={texts.members.title}
      tools={
        mayChange && (
          <button
            type="button"
            class="button slim"
            onClick={() => {
              shown.value = { kind: 'add' };
            }}
          >
            {texts.members.add}
          </button>
        )
      }
    >
      <Refusal trouble={newLink.trouble} />
      <ResourceTable
        label={texts.members.title}
        of={members}
        lines={3}
        rows={({ members }) => members}
        keyOf={({ id }) => id}
        columns={[
          texts.members.name,
          texts.role,
          [texts.members.since, 'number'],
          mayChange && [texts.members.remove, 'buttons'],
        ]}
      >
        {(member) => (
          <>
            <td class="wrap who">
              {visible(member.email)}
              <div class="soft small">
                {visible([member.first_name, member.last_name].filter(Boolean).join(' '))}
                {member.id === self && ` (${texts.members.you})`}
                {!member.has_password && ` ${texts.members.invited}`}
                {!member.has_password && member.link_expires_at === null && `, ${texts.members.noLink}`}
              </div>
            </td>
            <td>
              {mayChange && member.id !== self ? (
                <MemberRole member={member} onChanged={members.reload} />
              ) : (
                texts.roles[member.role]
              )}
            </td>
            <td class="number soft">
              <Moment at={member.since} relative />
            </td>
            {mayChange && (
              <td class="shrink">
                {member.id !== self && (
                  <>
                    <button type="button" class="button quiet slim" onClick={() => void newLink.run(member)}>
                      {texts.members.link}
                    </button>
                    <button
                      type="button"
                      class="button quiet slim"
                      onClick={() => {
                        shown.value = { kind: 'factors', member };
                      }}
                    >
                      {texts.members.factors}
                    </button>
                    <button
                      type="button"
                      class="button quiet slim"
                      onClick={() => {
                        shown.value = { kind: 'remove', member };
                      }}
                    >
                      {texts.members.remove}
                    </button>
                  </>
                )}
              </td>
            )}
          </>
        )}
      </ResourceTable>
      {now?.kind === 'add' && (
        <AddMember
          onClose={close}
          onAdded={(email, { path, expires_at: until }) => {
            members.reload();
            showLink(email, path, until);
          }}
        />
      )}
      {now?.kind === 'remove' && (
        <RemoveMember
          member={now.member}
          onClose={close}
          onRemoved={() => {
            close();
            members.reload();
          }}
        />
      )}
      {now?.kind === 'factors' && <RemoveFactors member={now.member} onClose={close} />}
      {now?.kind === 'link' && (
        <SetupLinkDialog
          title={texts.members.linkTitle}
          more={texts.members.linkMore(visible(now.email), dateTime(now.until))}
          path={now.path}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function RemoveFactors({ member, onClose }: { member: AccountMember; onClose: () => void }) {
  const email = visible(member.email);
  const action = useAction(async () => {
    await api.call('DELETE /api/account/members/{id}/second-factors', { params: { id: member.id } });
    toast(texts.members.factorsRemoved(email));
    onClose();
  });
  return (
    <FormDialog
      title={texts.members.factorsTitle(email)}
      lead={texts.members.factorsMore}
      submit={texts.members.factors}
      danger
      action={action}
      onClose={onClose}
    />
  );
}

function RemoveMember({
  member,
  onClose,
  onRemoved,
}: {
  member: AccountMember;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const action = useAction(async () => {
    await api.call('DELETE /api/account/members/{id}', { params: { id: member.id } });
    toast(texts.members.removed(visible(member.email)));
    onRemoved();
  });
  return (
    <FormDialog
      title={texts.members.removeTitle(visible(member.email))}
      lead={texts.members.removeMore}
      submit={texts.members.remove}
      danger
      action={action}
      onClose={onClose}
    />
  );
}
