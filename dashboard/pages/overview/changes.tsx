import type { ComponentChildren } from 'preact';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { carried, locationId, range, rangeQuery } from '../../app/time-range.ts';
import { ClientName } from '../../components/client-name.tsx';
import { Ranked } from '../../components/lists/ranked.tsx';
import { clientHref, domainHref, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { escapedValue } from '../../domain/query-filters.ts';
import { count, growth } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/watch/overview.ts';

const shown = 6;

interface Moved {
  readonly queries: number;
  readonly before: number;
}

/** Asks for what `Changes` shows, once it is wanted. */
export function useChanges(isWanted: boolean) {
  const query = {
    ...rangeQuery(range.value),
    ...(locationId.value === undefined ? {} : { location_id: locationId.value }),
    top: shown,
    domains: false,
  };
  return useResource(
    isWanted ? `changes ${JSON.stringify(query)}` : undefined,
    (signal) => api.call('GET /api/v1/dns-monitoring/stats/compare', { query, signal }),
    { every: 120_000 },
  );
}

/**
 * Shows the largest changes since the period before: names, clients, failures, new domains, new threats and silent
 * agents.
 */
export function Changes({ of: changes }: { of: ReturnType<typeof useChanges> }) {
  const kept = carried();
  const named = (name: string) => href('/queries', { ...kept, name: escapedValue(name) });
  return (
    <Panel title={texts.changes}>
      <Loaded of={changes} lines={10}>
        {({
          names,
          clients,
          failing_names: failing,
          new_domains: domains,
          new_threats: threats,
          ...rest
        }) => (
          <>
            <p class="row">
              <a href={href('/threats', { ...kept, status: 'all' })}>
                {texts.threatsSince(count(threats.count))}
              </a>
              {rest.silent_agents.map(({ id, host }) => (
                <a key={id} class="bad" href={href('/agents', { ...kept, agent: String(id) })}>
                  {texts.fellSilent(visible(host))}
                </a>
              ))}
            </p>
            <div class="grid">
              <Movement
                title={texts.names}
                items={names.map(({ name, ...moved }) => ({ name, to: named(name), moved }))}
              />
              <Movement
                title={texts.clients}
                items={clients.map(({ client_ip: client, ...moved }) => ({
                  name: client,
                  label: <ClientName address={client} />,
                  to: clientHref(client),
                  moved,
                }))}
              />
              <Movement
                title={texts.failingNames}
                items={failing.map(({ name, ...moved }) => ({ name, to: named(name), moved }))}
              />
              <Movement
                title={texts.freshDomains}
                items={domains.slice(0, shown).map(({ domain, queries }) => ({
                  name: domain,
                  to: domainHref(domain),
                  moved: { queries, before: 0 },
                }))}
              />
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Movement({
  title,
  items,
}: {
  title: string;
  items: readonly {
    readonly name: string;
    /** In place of the name. */
    readonly label?: ComponentChildren;
    readonly to: string;
    readonly moved: Moved;
  }[];
}) {
  return (
    <div class="stack tight">
      <h3>{title}</h3>
      {items.length === 0 && <p class="soft">{texts.noChange}</p>}
      <Ranked
        items={items.map(({ name, label = <Name name={name} />, to, moved: { queries, before } }) => ({
          key: name,
          label,
          href: to,
          value: queries,
          note: growth(queries, before) ?? texts.isNew,
        }))}
      />
    </div>
  );
}
