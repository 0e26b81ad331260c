import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count, ratio } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/technologies.ts';

const limit = 200;

/** Shows the sites that use a technology, with the version that was seen last. */
export function Users({ name }: { name: string }) {
  const users = useResource(`users of ${name}`, (signal) =>
    api.call('GET /api/tech/using/{tech_name}', { params: { tech_name: name }, query: { limit }, signal }),
  );
  const beyond = (users.data?.count ?? 0) - limit;
  const { columns } = texts;
  return (
    <Panel
      title={texts.users(users.data?.technology ?? name)}
      tools={<span class="soft">{users.data?.category}</span>}
    >
      <ResourceTable
        label={texts.users(name)}
        of={users}
        rows={({ websites }) => websites}
        keyOf={({ domain }) => domain}
        columns={[columns.site, columns.version, [columns.confidence, 'number'], columns.first, columns.last]}
        empty={texts.noUsers}
      >
        {({ domain, version, confidence, first_seen: first, last_seen: last }) => (
          <>
            <td>
              <a href={href(`/domain/${segment(domain)}`, { view: 'technologies' })}>
                <Name name={domain} meaning={false} />
              </a>
            </td>
            <td>{version}</td>
            <td class="number">{ratio(confidence / 100)}</td>
            <td class="soft one-line">
              <Moment at={first} />
            </td>
            <td class="soft one-line">
              <Moment at={last} />
            </td>
          </>
        )}
      </ResourceTable>
      {beyond > 0 && <p class="soft">{texts.more(count(beyond))}</p>}
    </Panel>
  );
}
