import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { isOwner, mayAudit, mayManage, session } from '../../app/session.ts';
import { AuditLog } from '../../components/audit/audit-log.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SingleSignOn } from '../../components/single-sign-on/panel.tsx';
import { texts } from '../../texts/en/access/account.ts';
import { texts as common } from '../../texts/en/common.ts';
import { DeleteAccount } from './delete-account.tsx';
import { ExportAccount } from './export-account.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

/** Shows the signed-in person, the sessions, the members of the account, and its keys. */
export function Page() {
  const usage = useResource('usage', (signal) =>
    api.call('GET /api/account/usage', { query: { days: 1 }, signal }),
  );
  const known = session.value;
  if (known.state !== 'open') return null;
  return (
    <>
      <PageHead title={common.pages.account} lead={texts.lead} />
      <div class="halves">
        <Profile user={known.user} member={known.member} usage={usage.data} />
        <SignInMethods />
      </div>
      <Sessions />
      <Members self={known.member?.id} mayChange={mayManage()} />
      {/* Administrators have it among what they administrate. */}
      {isOwner() && known.user.tier === 'enterprise' && !known.user.administrator && <SingleSignOn />}
      <Keys mayChange={mayManage()} administrator={known.user.administrator} />
      {mayAudit() && !known.user.administrator && <AuditLog of="account" />}
      {isOwner() && <ExportAccount />}
      {isOwner() && <DeleteAccount />}
    </>
  );
}
