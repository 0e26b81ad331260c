import type { ServiceBinding } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { Resource } from '../../app/resource.ts';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { visible } from '../../format/visible-name.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/setup.ts';
import { Unasked } from './unasked.tsx';

type Analysis = AnswerOf<'GET /api/v2/svcb/analyze'>;

/** Shows what the domain's HTTPS and SVCB records offer to those who connect. */
export function Bindings({ of: analysis }: { of: Resource<Analysis> }) {
  const { bindingColumns: columns } = texts;
  const { data } = analysis;
  return (
    <Panel title={texts.bindings}>
      {data !== undefined && rowsOf(data).length > 0 && <p class="soft">{offersOf(data)}</p>}
      <ResourceTable
        label={texts.bindings}
        of={analysis}
        lines={2}
        rows={rowsOf}
        keyOf={({ owner, text }) => `${owner} ${text}`}
        columns={[columns.owner, columns.target, columns.protocols, columns.hints, columns.usable]}
        empty={texts.noBindings}
      >
        {({ owner, priority, target, alpn, port, ipv4hint, ipv6hint, usable }) => (
          <>
            <td class="wrap">
              <Name name={owner} />
            </td>
            <td class="wrap">
              {target === '.' ? (
                <span class="soft">{texts.itself}</span>
              ) : priority === 0 ? (
                texts.aliasTo(visible(target))
              ) : (
                <Name name={target} />
              )}
              {port !== null && <div class="soft small">{texts.port(String(port))}</div>}
            </td>
            <td>{alpn.map(visible).join(', ')}</td>
            <td class="wrap">
              <Name name={[...ipv4hint, ...ipv6hint].join(', ') || '–'} meaning={false} />
            </td>
            <td>{usable ? common.yes : <span class="bad">{common.no}</span>}</td>
          </>
        )}
      </ResourceTable>
      {(data?.findings ?? [])
        .filter(({ status }) => status === 'fail' || status === 'warning')
        .map(({ code, message, rule }) => (
          <p key={code + message} class="wrap">
            {visible(message)} <span class="soft small">{rule}</span>
          </p>
        ))}
      <Unasked errors={data?.errors ?? []} />
    </Panel>
  );
}

function rowsOf({ https_records: https, svcb_records: svcb }: Analysis): ServiceBinding[] {
  return [...(https ?? []), ...(svcb ?? [])];
}

function offersOf({ supports_http3: http3, supports_ech: ech }: Analysis): string {
  return [
    http3 !== null && (http3 ? texts.http3.yes : texts.http3.no),
    ech !== null && (ech ? texts.ech.yes : texts.ech.no),
  ]
    .filter((part) => part !== false)
    .join(', ');
}
