import { useSignal } from '@preact/signals';
import type { EncryptedConnection } from '@sonde/client/api-types.generated.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { AddressNote } from '../../components/address-note.tsx';
import { ClientLink } from '../../components/client-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressLink, Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { bytes, milliseconds } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/watch/encrypted.ts';
import { narrowed, questionInPlace } from './filters.tsx';

const pageSize = 25;
const mostShown = 1_000;

/** Shows the connections that the page's filters find, those that began last first. */
export function Connections() {
  const question = questionInPlace();
  const key = JSON.stringify(question);
  const shown = useSignal(pageSize);
  const found = useResource(`encrypted ${key} ${shown.value}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/encrypted', { query: { ...question, limit: shown.value }, signal }),
  );
  const { columns } = texts;
  return (
    <Panel title={texts.list}>
      <Loaded
        of={found}
        lines={10}
        isEmpty={({ count }) => count === 0}
        empty={<p class="soft">{texts.empty}</p>}
      >
        {({ connections, next_cursor: more }) => (
          <>
            <TableScroll label={texts.list}>
              <table class="table">
                <thead>
                  <tr>
                    <th>{columns.began}</th>
                    <th>{columns.client}</th>
                    <th>{columns.server}</th>
                    <th>{columns.protocol}</th>
                    <th>{columns.name}</th>
                    <th class="number">{columns.octets}</th>
                    <th class="number">{columns.duration}</th>
                  </tr>
                </thead>
                <tbody>
                  {connections.map((connection) => (
                    <Row key={connection.id} connection={connection} />
                  ))}
                </tbody>
              </table>
            </TableScroll>
            {more !== null && shown.value < mostShown && (
              <button
                type="button"
                class="button slim"
                onClick={() => {
                  shown.value = Math.min(shown.value * 2, mostShown);
                }}
              >
                {common.more}
              </button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Row({ connection }: { connection: EncryptedConnection }) {
  const { hello } = connection;
  return (
    <tr>
      <td class="shrink soft">
        <Moment at={connection.started_at} relative />
      </td>
      <td>
        <ClientLink address={connection.client_ip} />
      </td>
      <td>
        <AddressLink address={connection.server_ip} />
        <AddressNote address={connection.server_ip} />
        <div class="soft small">{connection.provider ?? texts.unlisted}</div>
      </td>
      <td>
        <a href={narrowed({ protocol: connection.protocol })}>{texts.protocolShort[connection.protocol]}</a>
      </td>
      <td class="wrap">
        {connection.server_name ? (
          <Name name={connection.server_name} />
        ) : (
          <span class="soft">{hello === 'read' ? common.none : texts[hello]}</span>
        )}
        {connection.ja4 !== null && (
          <div class="small">
            <a href={narrowed({ ja4: connection.ja4 })}>
              <code>{connection.ja4}</code>
            </a>
          </div>
        )}
      </td>
      <td class="number">
        {bytes(connection.bytes_to_server)} / {bytes(connection.bytes_to_client)}
      </td>
      <td class="number">
        {milliseconds(connection.duration_ms)}
        {connection.is_open && <span class="soft"> {texts.open}</span>}
      </td>
    </tr>
  );
}
