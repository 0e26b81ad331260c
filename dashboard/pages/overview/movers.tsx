import { href } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { PartsBar } from '../../charts/parts-bar.tsx';
import { ClientName } from '../../components/client-name.tsx';
import { Ranked } from '../../components/lists/ranked.tsx';
import { clientHref, domainHref, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { escapedValue } from '../../domain/query-filters.ts';
import { growth } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/overview.ts';
import type { Compared } from './traffic-series.ts';

/** Shows the top domains, names, clients and failures, compared with the period before. */
export function Movers({ now, before }: Compared) {
  const kept = carried();
  const names = new Map(before?.top_names.map(({ name, count }) => [name, count]));
  const clients = new Map(before?.top_clients.map(({ client_ip: client, count }) => [client, count]));
  const queries = (query: Record<string, string>) => href('/queries', { ...kept, ...query });
  const note = (count: number, earlier: number | undefined) =>
    earlier === undefined ? undefined : growth(count, earlier);
  return (
    <div class="grid">
      <Panel title={texts.topDomains}>
        <Ranked
          items={(now.top_domains ?? []).map(({ domain, count }) => ({
            key: domain,
            label: <Name name={domain} />,
            href: domainHref(domain),
            value: count,
          }))}
        />
      </Panel>
      <Panel title={texts.topNames}>
        <Ranked
          items={now.top_names.map(({ name, count }) => ({
            key: name,
            label: <Name name={name} />,
            href: queries({ name: escapedValue(name) }),
            value: count,
            note: note(count, names.get(name)),
          }))}
        />
      </Panel>
      <Panel title={texts.topClients}>
        <Ranked
          items={now.top_clients.map(({ client_ip: client, count }) => ({
            key: client,
            label: <ClientName address={client} />,
            href: clientHref(client),
            value: count,
            note: note(count, clients.get(client)),
          }))}
        />
      </Panel>
      <Panel title={texts.failed}>
        {(now.top_failures ?? []).length === 0 && <p class="soft">{texts.noFailures}</p>}
        <Ranked
          items={(now.top_failures ?? [])
            .slice(0, 8)
            .map(({ response_code: code, count, top_domains: of }) => ({
              key: code ?? 'none',
              label: (
                <>
                  {code ?? texts.noResponse} <span class="soft">{of[0] && <Name name={of[0].domain} />}</span>
                </>
              ),
              href: queries({ response_code: code ?? 'none' }),
              value: count,
            }))}
        />
      </Panel>
      <Panel title={texts.types}>
        <PartsBar
          label={texts.types}
          parts={now.query_types.slice(0, 6).map(({ query_type: type, count }) => ({
            key: type,
            label: type,
            value: count,
            href: queries({ query_type: type }),
          }))}
        />
      </Panel>
      <Panel title={texts.codes}>
        <PartsBar
          label={texts.codes}
          parts={now.response_codes.slice(0, 6).map(({ response_code: code, count }) => ({
            key: code ?? 'none',
            label: code ?? texts.noResponse,
            value: count,
            href: queries({ response_code: code ?? 'none' }),
          }))}
        />
      </Panel>
    </div>
  );
}
