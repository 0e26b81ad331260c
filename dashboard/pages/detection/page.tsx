import { api } from '../../app/api.ts';
import { locations } from '../../app/locations.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, setQuery } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { locationId } from '../../app/time-range.ts';
import { SelectField } from '../../components/forms/field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/protect/detection.ts';
import { Exclusions } from './exclusions.tsx';
import { Settings } from './settings.tsx';
import { SigmaRules } from './sigma/rules.tsx';
import { Site } from './site/site.tsx';
import { Trial } from './trial.tsx';

const views = ['settings', 'site', 'sigma'] as const;

/** Shows the settings of detection at a location, a trial of them on stored traffic, the exclusions, and what is known of the site. */
export function Page() {
  const view = views.find((one) => one === place.value.query.get('view')) ?? 'settings';
  const known = locations.value;
  const id = locationId.value ?? known[0]?.id;
  const settings = useResource(id === undefined ? undefined : `detection at ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/locations/{id}/detection', { params: { id: id! }, signal }),
  );
  return (
    <>
      <PageHead title={common.pages.detection} lead={texts.lead}>
        {id !== undefined && (
          <a
            class="button"
            href={href('/api/v1/dns-monitoring/attack-layer', { location_id: String(id) })}
            download="attack-layer.json"
            data-outside
          >
            {texts.attackLayer}
          </a>
        )}
        {known.length > 0 && (
          <SelectField
            label={texts.location}
            hideLabel
            value={String(id)}
            options={known.map((one) => [String(one.id), one.location_name] as const)}
            onChange={(location) => setQuery({ location })}
          />
        )}
      </PageHead>
      {id !== undefined && (
        <Tabs label={common.pages.detection} views={views} current={view} texts={texts.views} />
      )}
      {id === undefined ? (
        <Empty title={texts.noLocation}>
          <p class="soft">{texts.noLocationMore}</p>
        </Empty>
      ) : view === 'site' ? (
        <Site key={id} settings={settings} locationId={id} />
      ) : view === 'sigma' ? (
        <SigmaRules />
      ) : (
        <>
          {mayWork() && <Trial locationId={id} />}
          <Loaded of={settings} lines={26}>
            {(data) => <Settings key={JSON.stringify(data.changes)} data={data} reload={settings.reload} />}
          </Loaded>
          <Exclusions />
        </>
      )}
    </>
  );
}
