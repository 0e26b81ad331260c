import { PageHead } from '../../components/page-head.tsx';
import { SingleSignOn } from '../../components/single-sign-on/panel.tsx';
import { texts } from '../../texts/en/access/administration.ts';
import { texts as common } from '../../texts/en/common.ts';
import { Accounts } from './accounts.tsx';
import { Aside } from './aside.tsx';
import { AuditLog } from './audit-log.tsx';
import { Certificate } from './certificate.tsx';
import { Sinks } from './sinks/list.tsx';

/** Shows the administrators' page: the accounts, their tiers, and the audit log. */
export function Page() {
  return (
    <>
      <PageHead title={common.pages.administration} lead={texts.lead} />
      <Accounts />
      <SingleSignOn />
      <Sinks />
      <Certificate />
      <Aside />
      <AuditLog />
    </>
  );
}
