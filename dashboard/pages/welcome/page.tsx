import type { ComponentChildren } from 'preact';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { isAdministrator } from '../../app/session.ts';
import { FeedSwitch } from '../../components/feed-switch.tsx';
import { Icon } from '../../components/icon.tsx';
import { QueryLines } from '../../components/lists/query-lines.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count, short } from '../../format/numbers.ts';
import { feedStatus, feedTone } from '../../texts/en/protect/feeds.ts';
import { texts } from '../../texts/en/watch/welcome.ts';

const everyMs = 2_000;

/**
 * Shows the first minutes: the agent of this machine, its first packet, the first row, the feeds, and the next machine.
 */
export function Page() {
  const agents = useResource(
    'first agent',
    (signal) => api.call('GET /api/v1/dns-monitoring/agents', { query: { runs: 1 }, signal }),
    { every: everyMs },
  );
  const rows = useResource(
    'first rows',
    (signal) => api.call('GET /api/v1/dns-monitoring/queries', { query: { period: '1h', limit: 8 }, signal }),
    { every: everyMs },
  );
  const feeds = useResource('feeds', (signal) => api.call('GET /api/v1/threat-intel/feeds', { signal }), {
    every: 5_000,
  });
  const agent = agents.data?.agents[0];
  const packets = agent?.runs[0]?.ledger.packets_captured ?? 0;
  const first = rows.data?.queries.at(-1);
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead}>
        <a class="button first" href={href('/')}>
          {texts.done}
        </a>
      </PageHead>
      <ol class="milestones">
        <Milestone title={texts.agent} done={agent !== undefined} more={texts.agentMore}>
          {agent !== undefined && <Name name={agent.host || texts.upload} meaning={false} prose />}
        </Milestone>
        <Milestone title={texts.packet} done={packets > 0 || first !== undefined} more={texts.packetMore}>
          {packets > 0 && texts.packets(short(packets))}
        </Milestone>
        <Milestone title={texts.row} done={first !== undefined} more="">
          {first !== undefined && <Moment at={first.timestamp} relative />}
        </Milestone>
      </ol>
      <Panel title={texts.live} tools={<a href={href('/queries')}>{texts.live}</a>}>
        <Loaded
          of={rows}
          lines={16}
          isEmpty={({ queries }) => queries.length === 0}
          empty={<p class="soft">{texts.packetMore}</p>}
        >
          {({ queries }) => <QueryLines queries={queries} />}
        </Loaded>
      </Panel>
      <div class="halves">
        <Panel title={texts.feeds} tools={<a href={href('/feeds')}>{texts.allFeeds}</a>}>
          <p class="soft">{texts.feedsMore}</p>
          <Loaded of={feeds}>
            {({ feeds: found }) => (
              <>
                <ul class="plain-list">
                  {found
                    .filter(
                      ({ is_default: isDefault, is_enabled: isOn, changed }) =>
                        changed !== null && (isDefault || isOn),
                    )
                    .map((feed) => (
                      <li key={feed.id} class="row">
                        {isAdministrator() ? <FeedSwitch feed={feed} onChanged={feeds.reload} /> : feed.name}
                        {feed.is_enabled && (
                          <span class={`badge end ${feedTone(feed.status)}`} title={feed.note ?? ''}>
                            {feedStatus(feed.status)}
                          </span>
                        )}
                      </li>
                    ))}
                </ul>
                <p class="soft">
                  {texts.off(count(found.filter(({ is_default: d, is_enabled: on }) => !d && !on).length))}
                </p>
              </>
            )}
          </Loaded>
        </Panel>
        <Panel title={texts.elsewhere}>
          <p class="soft">{texts.elsewhereMore}</p>
          <a class="button" href={href('/agents')}>
            {texts.add}
          </a>
        </Panel>
      </div>
    </>
  );
}

function Milestone({
  title,
  done,
  more,
  children,
}: {
  title: string;
  done: boolean;
  more: string;
  children?: ComponentChildren;
}) {
  return (
    <li class={done ? 'done' : ''}>
      <Icon name={done ? 'check' : 'clock'} size={20} />
      <strong>{title}</strong>
      <span class="soft">{done ? children : more}</span>
    </li>
  );
}
