import { place } from '../../app/router.ts';
import { AuditLog } from '../../components/audit/audit-log.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SingleSignOn } from '../../components/single-sign-on/panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts } from '../../texts/en/access/administration.ts';
import { texts as common } from '../../texts/en/common.ts';
import { Accounts } from './accounts.tsx';
import { Content } from './data/content.tsx';
import { Datasets } from './data/datasets.tsx';
import { Aside } from './operation/aside.tsx';
import { Authorities } from './operation/authorities.tsx';
import { Backup } from './operation/backup.tsx';
import { Certificate } from './operation/certificate.tsx';
import { CollectorState } from './operation/state.tsx';
import { Sinks } from './sinks/list.tsx';

const views = ['accounts', 'operation', 'data', 'audit'] as const;

/** Shows the administrators' page: the accounts, how the collector does, what it works with and passes on, and the audit log. */
export function Page() {
  const view = views.find((one) => one === place.value.query.get('view')) ?? 'accounts';
  return (
    <>
      <PageHead title={common.pages.administration} lead={texts.lead} />
      <Tabs label={common.pages.administration} views={views} current={view} texts={texts.views} />
      {view === 'accounts' && (
        <>
          <Accounts />
          <SingleSignOn />
        </>
      )}
      {view === 'operation' && (
        <>
          <CollectorState />
          <Aside />
          <Backup />
          <Certificate />
          <Authorities />
        </>
      )}
      {view === 'data' && (
        <>
          <Sinks />
          <Content />
          <Datasets />
        </>
      )}
      {view === 'audit' && <AuditLog of="installation" />}
    </>
  );
}
