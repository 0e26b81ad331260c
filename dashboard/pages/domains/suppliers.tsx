import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, withQuery } from '../../app/router.ts';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { words } from '../../format/words.ts';
import { texts } from '../../texts/en/investigate/domains.ts';

const mostServices = 100;
const mostUsers = 200;

/** Shows the services that records of scanned domains tell of, and the domains of one of them. */
export function Suppliers() {
  const service = place.value.query.get('service');
  const top = useResource('suppliers', (signal) =>
    api.call('GET /api/v2/intel/services/top', { query: { limit: mostServices }, signal }),
  );
  const users = useUsers(service);
  const { supplierColumns: columns } = texts;
  return (
    <InOrder
      parts={[
        service !== null && [<Users key={service} service={service} of={users} />, users],
        [
          <Panel key="top" title={texts.suppliers}>
            <p class="soft small">{texts.suppliersLead}</p>
            <ResourceTable
              label={texts.suppliers}
              of={top}
              lines={6}
              rows={({ services }) => services}
              keyOf={({ service: name, kind }) => `${name} ${kind}`}
              columns={[columns.service, columns.category, columns.kind, [columns.domains, 'number']]}
              empty={texts.noSuppliers}
            >
              {({ service: name, category, kind, domains }) => (
                <>
                  <td class="wrap">
                    <a href={withQuery({ service: name })}>{visible(name)}</a>
                  </td>
                  <td class="soft">{words(category)}</td>
                  <td class="soft">{texts.supplierKinds[kind]}</td>
                  <td class="number">{count(domains)}</td>
                </>
              )}
            </ResourceTable>
          </Panel>,
          top,
        ],
      ]}
    />
  );
}

/** Asks for the domains of a service, if one is chosen. */
function useUsers(service: string | null) {
  return useResource(service === null ? undefined : `domains with ${service}`, (signal) =>
    api.call('GET /api/v2/intel/services', { query: { service: service!, limit: mostUsers }, signal }),
  );
}

function Users({ service, of: users }: { service: string; of: ReturnType<typeof useUsers> }) {
  const { userColumns: columns } = texts;
  return (
    <Panel
      title={texts.users(visible(service))}
      tools={users.data !== undefined && <span class="soft">{texts.inAll(count(users.data.count))}</span>}
    >
      <ResourceTable
        label={texts.users(visible(service))}
        of={users}
        lines={4}
        rows={({ services }) => services}
        keyOf={({ domain, record }) => `${domain} ${record}`}
        columns={[columns.domain, columns.record, [columns.seen, 'number']]}
        empty={texts.noSuppliers}
      >
        {({ domain, record, first_seen: at }) => (
          <>
            <td class="wrap">
              <DomainLink name={domain} />
            </td>
            <td class="wrap">
              <Name name={record} meaning={false} />
            </td>
            <td class="number soft">
              <Moment at={at} relative />
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
