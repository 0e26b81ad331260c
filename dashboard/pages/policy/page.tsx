import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { RuleDialog } from '../../components/forms/rule-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/policy.ts';
import { Rules } from './rules.tsx';
import { Sources } from './sources.tsx';
import { Versions } from './versions.tsx';

const views = ['rules', 'versions', 'sources'] as const;

/** Shows the policy of the account's resolvers. */
export function Page() {
  const view = views.find((one) => one === place.value.query.get('view')) ?? 'rules';
  const adding = useSignal(false);
  const rules = useResource('policy rules', (signal) =>
    api.call('GET /api/v1/unbound/policy/rules', { query: { limit: 1_000 }, signal }),
  );
  const version = rules.data?.version;
  return (
    <>
      <PageHead title={common.pages.policy} lead={texts.lead}>
        {version !== undefined && <span class="badge">{texts.version(String(version))}</span>}
        {mayWork() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.add}
          </button>
        )}
      </PageHead>
      <Tabs label={common.pages.policy} views={views} current={view} texts={texts.views} />
      {view === 'rules' && <Rules rules={rules} />}
      {view === 'versions' && <Versions onChange={rules.reload} />}
      {view === 'sources' && <Sources onChange={rules.reload} />}
      {adding.value && (
        <RuleDialog
          name=""
          onClose={() => {
            adding.value = false;
            rules.reload();
          }}
        />
      )}
    </>
  );
}
