import type { Member, User } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/access/account.ts';
import { texts as administration } from '../../texts/en/access/administration.ts';

/** Shows the signed-in person, the role, and the used part of the day's quota. */
export function Profile({
  user,
  member,
  usage,
}: {
  user: User;
  member: Member | null;
  usage: AnswerOf<'GET /api/account/usage'> | undefined;
}) {
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
    </Panel>
  );
}
