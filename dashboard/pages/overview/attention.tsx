import { api } from '../../app/api.ts';
import { locationName } from '../../app/locations.ts';
import { now } from '../../app/now.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { mayWork } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { silentAfterMs } from '../../domain/silence.ts';
import { count } from '../../format/numbers.ts';
import { ago } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/watch/overview.ts';

interface Matter {
  readonly text: string;
  readonly to: string;
}

/** Asks for what `Attention` shows. */
export function useAttention() {
  return useResource('attention', collect, { every: 60_000 });
}

/**
 * Shows the faults of the installation: agents that are silent or lose data, feeds that are old, messages that do not
 * arrive.
 */
export function Attention({ of: matters }: { of: ReturnType<typeof useAttention> }) {
  return (
    <Panel title={texts.attention}>
      <Loaded
        of={matters}
        isEmpty={(found) => found.length === 0}
        empty={
          <p class="good row">
            <Icon name="check" /> {texts.fine}
          </p>
        }
      >
        {(found) => (
          <ul class="lines">
            {found.map(({ text, to }) => (
              <li key={text}>
                <a href={href(to, carried())}>
                  <Icon name="alert" />
                  <span>{text}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

async function collect(signal: AbortSignal): Promise<Matter[]> {
  const [{ agents }, { feeds }, { channels }] = await Promise.all([
    api.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 }, signal }),
    api.call('GET /api/v1/threat-intel/feeds', { signal }),
    // Where messages go is nothing that a viewer may see.
    mayWork() ? api.call('GET /api/v1/notifications/channels', { signal }) : { channels: [] },
  ]);
  const silent = agents
    .filter(({ last_seen: at }) => now.value - Date.parse(at) > silentAfterMs)
    .map(({ host, location_id: location, last_seen: at }) => ({
      text: texts.silent(visible(host || locationName(location)), ago(at, now.value)),
      to: '/agents',
    }));
  const incomplete = agents.flatMap(({ host, location_id: location, runs }) => {
    const missing = runs[0]?.missing_batches ?? 0;
    return missing === 0
      ? []
      : [{ text: texts.missing(visible(host || locationName(location)), count(missing)), to: '/agents' }];
  });
  const old = feeds
    .filter(({ status }) => status === 'degraded' || status === 'failed')
    .map(({ name }) => ({ text: texts.feed(name), to: '/feeds' }));
  const undelivered = channels
    .filter(({ dead }) => dead > 0)
    .map(({ target, dead }) => ({
      text: texts.delivery(visible(target), count(dead)),
      to: '/notifications',
    }));
  return [...silent, ...incomplete, ...undelivered, ...old].slice(0, 8);
}
