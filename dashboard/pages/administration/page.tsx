import { PageHead } from '../../components/page-head.tsx';
import { SingleSignOn } from '../../components/single-sign-on/panel.tsx';
import { texts } from '../../texts/en/administration.ts';
import { texts as common } from '../../texts/en/common.ts';
import { Accounts } from './accounts.tsx';
import { Aside } from './aside.tsx';
import { AuditLog } from './audit-log.tsx';

/** For administrators: the accounts, their tiers, and the record of who did what. */
export function Page() {
  return (
    <>
      <PageHead title={common.pages.administration} lead={texts.lead} />
      <Accounts />
      <SingleSignOn />
      <Aside />
      <AuditLog />
    </>
  );
}
