import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api, patientApi } from '../../app/api.ts';
import { type Resource, useResource } from '../../app/resource.ts';
import { href } from '../../app/router.ts';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressLink, DomainLink, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { hostsOf, type Topology } from '../../domain/topology-hosts.ts';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { words } from '../../format/words.ts';
import { texts } from '../../texts/en/investigate/setup.ts';
import { Bindings } from './bindings.tsx';
import { Providers } from './providers.tsx';
import { Standing } from './standing.tsx';
import { Unasked } from './unasked.tsx';
import type { ViewProps } from './view.ts';

/** Shows the infrastructure of the domain: its hosts, its providers, its service bindings and its suppliers. */
export function Setup({ domain }: ViewProps) {
  const topology = useResource(`topology ${domain}`, (signal) =>
    patientApi.call('GET /api/v2/topology/domain/{domain}', { params: { domain }, signal }),
  );
  const providers = useResource(`providers ${domain}`, (signal) =>
    patientApi.call('GET /api/v2/fingerprint/domain', { query: { domain }, signal }),
  );
  const bindings = useResource(`bindings ${domain}`, (signal) =>
    patientApi.call('GET /api/v2/svcb/analyze', { query: { domain }, signal }),
  );
  const suppliers = useResource(`suppliers ${domain}`, (signal) =>
    api.call('GET /api/v2/intel/services', { query: { domain, gone: true, limit: 100 }, signal }),
  );
  return (
    <InOrder
      parts={[
        [<Hosts key="hosts" of={topology} />, topology],
        [
          <div key="beside" class="halves">
            <Providers of={providers} />
            <Standing domain={domain} />
          </div>,
          providers,
        ],
        [<Bindings key="bindings" of={bindings} />, bindings],
        [<Suppliers key="suppliers" of={suppliers} />, suppliers],
      ]}
    />
  );
}

function Hosts({ of: topology }: { of: Resource<Topology> }) {
  const { columns } = texts;
  const { data } = topology;
  return (
    <Panel title={texts.hosts}>
      {data?.diversity != null && <p class="soft">{spreadOf(data.diversity)}</p>}
      <ResourceTable
        label={texts.hosts}
        of={topology}
        lines={8}
        rows={hostsOf}
        keyOf={({ role, name }) => `${role} ${name}`}
        columns={[columns.host, columns.role, columns.addresses]}
        empty={texts.noHosts}
      >
        {({ role, name, preference, addresses }) => (
          <>
            <td class="wrap">
              <DomainLink name={name} />
            </td>
            <td class="soft">
              {texts.roles[role]}
              {preference !== null && <div class="small">{texts.preference(count(preference))}</div>}
            </td>
            <td class="wrap">
              {addresses.length === 0 && <span class="soft">{texts.noAddress}</span>}
              {addresses.map((address) => (
                <div key={address}>
                  <AddressLink address={address} />
                </div>
              ))}
            </td>
          </>
        )}
      </ResourceTable>
      {data?.truncated === true && <p class="soft small">{texts.truncated}</p>}
      <Unasked errors={data?.errors ?? []} />
    </Panel>
  );
}

function spreadOf(diversity: NonNullable<Topology['diversity']>): string {
  const { name_servers: servers, prefixes, autonomous_systems: systems, ipv6 } = diversity;
  return [
    texts.diversity(count(servers), count(prefixes)),
    systems !== null && texts.systems(count(systems)),
    ipv6 !== null && (ipv6 ? texts.ipv6.yes : texts.ipv6.no),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function Suppliers({ of: suppliers }: { of: Resource<AnswerOf<'GET /api/v2/intel/services'>> }) {
  const { supplierColumns: columns } = texts;
  return (
    <Panel title={texts.suppliers}>
      <p class="soft small">{texts.suppliersLead}</p>
      <ResourceTable
        label={texts.suppliers}
        of={suppliers}
        lines={3}
        rows={({ services }) => services}
        keyOf={({ service, kind, record }) => `${service} ${kind} ${record}`}
        columns={[columns.service, columns.kind, columns.record, [columns.seen, 'number']]}
        empty={texts.noSuppliers}
      >
        {({ service, category, kind, can, record, first_seen: seen, gone_since: gone }) => (
          <>
            <td class="wrap">
              <a href={href('/domains', { view: 'suppliers', service })}>{visible(service)}</a>{' '}
              {gone !== null && <span class="badge">{texts.gone}</span>}
              <div class="soft small">{words(category)}</div>
            </td>
            <td class="soft">
              {texts.supplierKinds[kind]}
              {can.length > 0 && <div class="small">{can.map((one) => texts.can[one]).join(', ')}</div>}
            </td>
            <td class="wrap">
              <Name name={record} meaning={false} />
            </td>
            <td class="number soft">
              <Moment at={seen} relative />
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
