import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { locationId } from '../../app/time-range.ts';
import { Moment } from '../../components/moment.tsx';
import { domainHref, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Loaded } from '../../components/state.tsx';
import { texts } from '../../texts/en/watch/overview.ts';

/** Asks for what `NewDomains` shows. */
export function useNewDomains() {
  const location = locationId.value;
  return useResource(JSON.stringify(['new domains', location]), (signal) => {
    const where = location === undefined ? {} : { location_id: location };
    return api.call('GET /api/v2/first-watch/alerts', { query: { days: 1, limit: 6, ...where }, signal });
  });
}

/** Shows domains that were never asked for before, the most suspicious first. */
export function NewDomains({ of: alerts }: { of: ReturnType<typeof useNewDomains> }) {
  return (
    <Panel title={texts.newDomains}>
      <Loaded
        of={alerts}
        isEmpty={({ count }) => count === 0}
        empty={<p class="soft">{alerts.data?.learning ? texts.learning : texts.noNewDomains}</p>}
      >
        {({ alerts: found }) => (
          <ul class="lines">
            {found.map(({ domain, severity, first_seen: at, message }) => (
              <li key={domain}>
                <a href={domainHref(domain)} title={message}>
                  <Severity severity={severity} />
                  <span class="cut">
                    <Name name={domain} />
                  </span>
                  <span class="soft small">
                    <Moment at={at} relative />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
