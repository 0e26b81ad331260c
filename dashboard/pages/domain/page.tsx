import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { href, place } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { RuleDialog } from '../../components/forms/rule-dialog.tsx';
import { Listed } from '../../components/lists/listed.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/domain.ts';
import { Dnssec } from './dnssec.tsx';
import { Here } from './here.tsx';
import { History } from './history.tsx';
import { Passive } from './passive.tsx';
import { Scan } from './scan.tsx';
import { Setup } from './setup.tsx';
import { Technologies } from './technologies.tsx';
import type { ViewProps } from './view.ts';

const views: Readonly<Record<keyof typeof texts.views, ComponentType<ViewProps>>> = {
  here: Here,
  scan: Scan,
  dnssec: Dnssec,
  setup: Setup,
  technologies: Technologies,
  history: History,
  passive: Passive,
};
type ViewName = keyof typeof views;
const viewNames = Object.keys(views) as ViewName[];

/** Shows a domain: the facts known of it here, and a scan of it from outside. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const domain = params.name!;
  const asked = place.value.query.get('view');
  const view = viewNames.find((name) => name === asked) ?? 'here';
  const View = views[view];
  const ruling = useSignal(false);
  return (
    <>
      <PageHead title={<Name name={domain} />}>
        <a class="button" href={href('/queries', { ...carried(), suffix: domain })}>
          {texts.queries}
        </a>
        {mayWork() && (
          <button
            type="button"
            class="button"
            onClick={() => {
              ruling.value = true;
            }}
          >
            {texts.rule}
          </button>
        )}
        {view === 'here' && <RangePicker compare={false} />}
      </PageHead>
      <Listed indicator={domain} />
      <Tabs label={common.pages.domain} views={viewNames} current={view} texts={texts.views} />
      <View domain={domain} />
      {ruling.value && (
        <RuleDialog
          name={domain}
          onClose={() => {
            ruling.value = false;
          }}
        />
      )}
    </>
  );
}
