import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { texts } from '../../texts/en/watch/queries.ts';
import { AddressNote } from '../address-note.tsx';
import { ClientLink } from '../client-name.tsx';
import { Moment } from '../moment.tsx';
import { DomainLink } from '../name.tsx';
import { TableScroll } from '../panel.tsx';

/** Shows some queries, beside other things; the page of queries shows all. */
export function QueryLines({ queries }: { queries: readonly StoredQuery[] }) {
  const { columns } = texts;
  return (
    <TableScroll label={columns.name}>
      <table class="table told-by-themselves">
        <thead>
          <tr>
            <th>{columns.time}</th>
            <th>{columns.client}</th>
            <th>{columns.name}</th>
            <th>{columns.type}</th>
            <th>{columns.code}</th>
          </tr>
        </thead>
        <tbody>
          {queries.map((query, index) => (
            <tr key={index}>
              <td class="shrink soft">
                <Moment at={query.timestamp} relative />
              </td>
              <td class="shrink">
                <ClientLink address={query.client_ip} />
                <AddressNote address={query.client_ip} />
              </td>
              <td class="wrap about clamped">
                <DomainLink name={query.query_name} />
              </td>
              <td>{query.query_type}</td>
              <td>{query.response_code ?? texts.noResponse}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
