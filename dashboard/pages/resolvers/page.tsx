import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, withQuery } from '../../app/router.ts';
import { mayManage } from '../../app/session.ts';
import { carried } from '../../app/time-range.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { short } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/operate/resolvers.ts';
import { AddResolver } from './add-resolver.tsx';
import { HeldPolicy } from './held-policy.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { RemoveResolver } from './remove-resolver.tsx';

type Resolver = AnswerOf<'GET /api/v1/unbound/stats'>['resolvers'][number];

/** Days that counts of resolvers are of. */
const days = 7;

/** Shows the resolvers of the account, their modules, and whether the wire agrees with them. */
export function Page() {
  const resolvers = useResource(
    'resolvers',
    (signal) => api.call('GET /api/v1/unbound/stats', { query: { days, limit: 500 }, signal }),
    { every: 30_000 },
  );
  const adding = useSignal(false);
  const removing = useSignal<Resolver | undefined>(undefined);
  const asked = Number(place.value.query.get('resolver'));
  return (
    <>
      <PageHead title={common.pages.resolvers} lead={texts.lead}>
        {resolvers.data !== undefined && (
          <a class="badge" href={href('/policy', carried())}>
            {texts.policyVersion(String(resolvers.data.policy_version))}
          </a>
        )}
        {mayManage() && (
          <button
            type="button"
            class="button first"
            onClick={() => {
              adding.value = true;
            }}
          >
            {texts.adding.add}
          </button>
        )}
        <RangePicker compare={false} />
      </PageHead>
      <Loaded
        of={resolvers}
        isEmpty={({ count }) => count === 0}
        empty={
          <Empty title={texts.empty}>
            <p class="soft">{texts.emptyMore}</p>
          </Empty>
        }
      >
        {({ resolvers: found }) => {
          const shown = found.find(({ resolver_id: id }) => id === asked) ?? found[0]!;
          return (
            <>
              <div class="panel">
                <TableScroll label={common.pages.resolvers}>
                  <table class="table">
                    <thead>
                      <tr>
                        <th>{texts.columns.resolver}</th>
                        <th>{texts.columns.version}</th>
                        <th>{texts.columns.modules}</th>
                        <th class="number">{texts.columns.queries}</th>
                        <th class="number">{texts.columns.policy}</th>
                        <th class="number">{texts.columns.last}</th>
                        {mayManage() && (
                          <th class="shrink">
                            <span class="unseen">{common.remove}</span>
                          </th>
                        )}
                      </tr>
                    </thead>
                    <tbody>
                      {found.map((resolver) => (
                        <tr key={resolver.resolver_id}>
                          <td class="wrap">
                            <a href={withQuery({ resolver: String(resolver.resolver_id) })}>
                              <Name name={resolver.resolver_name} meaning={false} />
                            </a>
                            <div class="soft small">{resolver.location}</div>
                          </td>
                          <td>
                            <HeldPolicy resolver={resolver} />
                          </td>
                          <td class="soft">{resolver.modules_enabled.join(', ').replaceAll('_', ' ')}</td>
                          <td class="number">
                            <Rows of={resolver} value={resolver.queries} />
                          </td>
                          <td class="number">
                            <Rows of={resolver} value={resolver.policy_hits} policy />
                          </td>
                          <td class="number soft">
                            {resolver.last_seen === null ? (
                              texts.never
                            ) : (
                              <Moment at={resolver.last_seen} relative />
                            )}
                          </td>
                          {mayManage() && (
                            <td class="shrink">
                              <button
                                type="button"
                                class="button slim quiet"
                                aria-label={texts.removing.removeOf(visible(resolver.resolver_name))}
                                onClick={() => {
                                  removing.value = resolver;
                                }}
                              >
                                {common.remove}
                              </button>
                            </td>
                          )}
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </TableScroll>
              </div>
              <Reconciliation
                key={shown.resolver_id}
                resolverId={shown.resolver_id}
                name={shown.resolver_name}
              />
            </>
          );
        }}
      </Loaded>
      {adding.value && (
        <AddResolver
          onClose={() => {
            adding.value = false;
            resolvers.reload();
          }}
        />
      )}
      {removing.value !== undefined && (
        <RemoveResolver
          resolver={removing.value}
          onDone={resolvers.reload}
          onClose={() => {
            removing.value = undefined;
          }}
        />
      )}
    </>
  );
}

/** Shows a count that a resolver reported, and leads to the queries that it sent; some send counts alone. */
function Rows({ of, value, policy = false }: { of: Resolver; value: number; policy?: boolean }) {
  if (of.location_id === null) return <>{short(value)}</>;
  const rows = {
    location: String(of.location_id),
    period: `${days}d`,
    ...(policy ? { policy_rule: '!' } : {}),
  };
  return <a href={href('/queries', rows)}>{short(value)}</a>;
}
