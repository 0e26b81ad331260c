import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/certificates.ts';

const limit = 50;

/** Asks for certificates of watched domains, or of domains that imitate them. */
export function useWatched(relation: 'own' | 'lookalike') {
  return useResource(`watched ${relation}`, (signal) =>
    api.call('GET /api/v2/certificates/watched', { query: { relation, limit }, signal }),
  );
}

/** Shows certificates for watched domains, or for domains that imitate them, the latest first. */
export function Watched({
  relation,
  of: watched,
}: {
  relation: 'own' | 'lookalike';
  of: ReturnType<typeof useWatched>;
}) {
  const { columns } = texts;
  const title = texts.watched[relation];
  return (
    <Panel
      title={title}
      tools={<span class="soft">{watched.data && texts.counted(count(watched.data.count))}</span>}
    >
      <ResourceTable
        label={title}
        of={watched}
        rows={({ certificates }) => certificates}
        keyOf={({ id }) => id}
        columns={[columns.name, columns.watched, columns.issuer, columns.logged, columns.verdict]}
        empty={[
          texts.noWatched[relation],
          <a key="where" href={href('/detection', { view: 'site' })}>
            {texts.noWatchedMore}
          </a>,
        ]}
      >
        {(one) => (
          <>
            <td>
              <a href={href(`/domain/${segment(one.name.replace(/^\*\./, ''))}`)}>
                <Name name={one.name} meaning={false} />
              </a>
            </td>
            <td>
              <a href={href(`/domain/${segment(one.watched)}`, { view: 'history' })}>
                <Name name={one.watched} meaning={false} />
              </a>
            </td>
            <td>{one.organization}</td>
            <td class="soft one-line">
              <Moment at={one.logged_at} />
            </td>
            <td>
              {one.verdict === null ? (
                <span class="soft">{texts.unjudged}</span>
              ) : one.verdict.reasons.length === 0 ? (
                <span class="soft">{texts.usual}</span>
              ) : (
                <>
                  <Severity severity={one.verdict.severity} />
                  <div class="soft wrap">
                    {one.verdict.reasons.map((reason) => texts.unusual[reason] ?? reason).join(', ')}
                  </div>
                </>
              )}
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
