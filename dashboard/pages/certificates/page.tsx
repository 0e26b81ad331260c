import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, segment, setQuery } from '../../app/router.ts';
import { TextField } from '../../components/forms/field.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/certificates.ts';
import { Logs, useLogs } from './logs.tsx';
import { useWatched, Watched } from './watched.tsx';

/** Shows followed certificate logs, certificates that are found in them, and those that concern watched domains. */
export function Page() {
  const asked = place.value.query.get('domain') ?? '';
  const found = useFound(asked);
  const own = useWatched('own');
  const lookalike = useWatched('lookalike');
  const logs = useLogs();
  return (
    <>
      <PageHead title={common.pages.certificates} lead={texts.lead} />
      <SearchForm key={asked} text={asked} />
      <InOrder
        parts={[
          asked !== '' && [<Found key={`found ${asked}`} domain={asked} of={found} />, found],
          [<Watched key="own" relation="own" of={own} />, own],
          [<Watched key="lookalike" relation="lookalike" of={lookalike} />, lookalike],
          [<Logs key="logs" of={logs} />, logs],
        ]}
      />
    </>
  );
}

function SearchForm({ text }: { text: string }) {
  const typed = useSignal(text);
  return (
    <form
      class="finder"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ domain: typed.value.trim() === '' ? undefined : typed.value.trim() });
      }}
    >
      <TextField
        label={texts.find}
        type="search"
        value={typed.value}
        placeholder={texts.placeholder}
        maxLength={253}
        spellcheck={false}
        onInput={(value) => {
          typed.value = value;
        }}
      />
      <button type="submit" class="button first">
        {texts.search}
      </button>
    </form>
  );
}

function useFound(domain: string) {
  return useResource(domain === '' ? undefined : `certificates of ${domain}`, (signal) =>
    api.call('GET /api/v2/certificates/search', { query: { domain, limit: 100 }, signal }),
  );
}

function Found({ domain, of: found }: { domain: string; of: ReturnType<typeof useFound> }) {
  const { columns } = texts;
  return (
    <Panel
      title={texts.found(domain)}
      tools={<span class="soft">{found.data && texts.counted(count(found.data.count))}</span>}
    >
      <ResourceTable
        label={texts.found(domain)}
        of={found}
        rows={({ certificates }) => certificates}
        keyOf={({ id }) => id}
        columns={[columns.name, columns.issuer, columns.logged, columns.until, [columns.names, 'number']]}
        empty={texts.none}
      >
        {(one) => (
          <>
            <td>
              <a href={href(`/domain/${segment(one.name)}`)}>
                <Name name={one.name} meaning={false} />
              </a>
            </td>
            <td>{one.organization}</td>
            <td class="soft one-line">
              <Moment at={one.first_logged} />
            </td>
            <td class="soft one-line">
              <Moment at={one.not_after} />
            </td>
            <td class="number">{count(one.name_count)}</td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
