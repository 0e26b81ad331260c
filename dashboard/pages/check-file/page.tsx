import type { ComponentType } from 'preact';
import { place } from '../../app/router.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/check-file.ts';
import { Configuration } from './configuration.tsx';
import { Zone } from './zone.tsx';

const views: Readonly<Record<keyof typeof texts.views, ComponentType>> = {
  configuration: Configuration,
  zone: Zone,
};
const viewNames = Object.keys(views) as (keyof typeof views)[];

/** Checks files of name servers before a server reads them: a configuration, or a zone. */
export function Page() {
  const asked = place.value.query.get('view');
  const view = viewNames.find((name) => name === asked) ?? 'configuration';
  const View = views[view];
  return (
    <>
      <PageHead title={common.pages.checkFile} lead={texts.lead} />
      <Tabs label={common.pages.checkFile} views={viewNames} current={view} texts={texts.views} />
      <View />
    </>
  );
}
