import type { StoredQuery } from '@sonde/client/api-types.generated.ts';
import { locationName } from '../../app/locations.ts';
import { place, setQuery } from '../../app/router.ts';
import { AddressNote } from '../../components/address-note.tsx';
import { ClientName } from '../../components/client-name.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { AddressLink, clientHref, domainHref, Name } from '../../components/name.tsx';
import { escapedValue, filtersOf, withFilter } from '../../domain/query-filters.ts';
import { bytes, milliseconds } from '../../format/numbers.ts';
import { texts } from '../../texts/en/watch/queries.ts';
import { MessageFacts } from './message-facts.tsx';
import { RecordsTable } from './records-table.tsx';

/** Shows all fields of one query. */
export function QueryDetail({ query, onClose }: { query: StoredQuery; onClose: () => void }) {
  const only = (field: string, value: string) => () => {
    setQuery({ [field]: escapedValue(value) });
    onClose();
  };
  const leaveOut = (name: string) => () => {
    const filters = filtersOf(place.value.query);
    setQuery({ name: withFilter(filters, { field: 'name', not: true, values: [escapedValue(name)] }) });
    onClose();
  };
  const flags = Object.entries(query.flags).filter(([, set]) => set);
  return (
    <Dialog title={texts.detail} kind="broad" onClose={onClose}>
      <p class="asked-for">
        <Name name={query.query_name} />
      </p>
      <div class="row">
        <a class="button slim" href={domainHref(query.query_name)}>
          {texts.lookDomain}
        </a>
        <a class="button slim" href={clientHref(query.client_ip)}>
          {texts.lookClient}
        </a>
        <button type="button" class="button slim" onClick={only('client', query.client_ip)}>
          {texts.onlyThis(query.client_ip)}
        </button>
        <button type="button" class="button slim" onClick={only('query_type', query.query_type)}>
          {texts.onlyThis(query.query_type)}
        </button>
        <button type="button" class="button slim" onClick={leaveOut(query.query_name)}>
          {texts.withoutName}
        </button>
      </div>
      <dl class="facts">
        <dt>{texts.columns.time}</dt>
        <dd>
          <Moment at={query.timestamp} />
        </dd>
        <dt>{texts.columns.client}</dt>
        <dd>
          <ClientName address={query.client_ip} /> {query.client_port !== 0 && `: ${query.client_port}`}
          <AddressNote address={query.client_ip} />
        </dd>
        <dt>{texts.server}</dt>
        <dd>
          <AddressLink address={query.server_ip} /> : {query.server_port}
          <AddressNote address={query.server_ip} />
        </dd>
        <dt>{texts.columns.type}</dt>
        <dd>{query.query_type}</dd>
        <dt>{texts.columns.code}</dt>
        <dd>{query.response_code ?? texts.noResponse}</dd>
        <dt>{texts.columns.took}</dt>
        <dd>{query.response_time_ms === null ? '–' : milliseconds(query.response_time_ms)}</dd>
        <dt>{texts.protocol}</dt>
        <dd>{query.protocol}</dd>
        <dt>{texts.sizes}</dt>
        <dd>{texts.sizesOf(bytes(query.query_size), bytes(query.response_size))}</dd>
        {flags.length > 0 && (
          <>
            <dt>{texts.flags}</dt>
            <dd>{flags.map(([flag]) => flag.replaceAll('_', ' ')).join(', ')}</dd>
          </>
        )}
        <MessageFacts query={query} />
        {query.policy_rule !== null && (
          <>
            <dt>{texts.rule}</dt>
            <dd>
              <Name name={query.policy_rule} />
            </dd>
          </>
        )}
        <dt>{texts.location}</dt>
        <dd>{locationName(query.location_id)}</dd>
      </dl>
      <h3>{texts.records}</h3>
      {query.records.length === 0 ? (
        <p class="soft">{query.records_kept ? texts.noRecords : texts.recordsNotKept}</p>
      ) : (
        <RecordsTable label={texts.records} records={query.records} />
      )}
      {query.query_records.length > 0 && (
        <>
          <h3>{texts.queryRecords}</h3>
          <RecordsTable label={texts.queryRecords} records={query.query_records} />
        </>
      )}
    </Dialog>
  );
}
