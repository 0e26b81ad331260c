import type { ComponentType } from 'preact';
import { place } from '../../app/router.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/domains.ts';
import { NewDomains } from './new-domains.tsx';
import { Registrations } from './registrations.tsx';
import { Scanned } from './scanned.tsx';
import { Suppliers } from './suppliers.tsx';

const views: Readonly<Record<keyof typeof texts.views, ComponentType>> = {
  scanned: Scanned,
  new: NewDomains,
  registrations: Registrations,
  suppliers: Suppliers,
};
const viewNames = Object.keys(views) as (keyof typeof views)[];

/** Lists domains: those that were scanned, new ones, by their registration and by their suppliers. */
export function Page() {
  const asked = place.value.query.get('view');
  const view = viewNames.find((name) => name === asked) ?? 'scanned';
  const View = views[view];
  return (
    <>
      <PageHead title={common.pages.domains} lead={texts.lead} />
      <Tabs label={common.pages.domains} views={viewNames} current={view} texts={texts.views} />
      <View />
    </>
  );
}
