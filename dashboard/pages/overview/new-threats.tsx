import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { carried, locationId } from '../../app/time-range.ts';
import { ThreatLines } from '../../components/lists/threat-lines.tsx';
import { Panel } from '../../components/panel.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/overview.ts';

/** Asks for what `NewThreats` shows. */
export function useNewThreats() {
  const location = locationId.value;
  return useResource(
    JSON.stringify(['new threats', location]),
    (signal) => {
      const where = location === undefined ? {} : { location_id: location };
      return api.call('GET /api/v1/dns-monitoring/threats', {
        query: { status: 'open', limit: 6, ...where },
        signal,
      });
    },
    { every: 30_000 },
  );
}

/** Shows the open threats, newest first. */
export function NewThreats({ of: threats }: { of: ReturnType<typeof useNewThreats> }) {
  return (
    <Panel title={texts.newThreats} tools={<a href={href('/threats', carried())}>{common.all}</a>}>
      <Loaded
        of={threats}
        isEmpty={({ count }) => count === 0}
        empty={
          <Empty title={texts.noThreats}>
            <p class="soft">{texts.noThreatsMore}</p>
          </Empty>
        }
      >
        {({ threats: found }) => <ThreatLines threats={found} />}
      </Loaded>
    </Panel>
  );
}
