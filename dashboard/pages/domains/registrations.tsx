import { useSignal } from '@preact/signals';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery } from '../../app/router.ts';
import { CheckField, SelectField, TextField } from '../../components/forms/field.tsx';
import { chosen, ticked, typed } from '../../components/forms/form.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { dateOnly } from '../../format/times.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/domains.ts';

type Kind = keyof typeof texts.kinds;
const kinds = Object.entries(texts.kinds) as [Kind, string][];
const mostDomains = 200;

/** Finds domains by who registered them, or by what they are served by. */
export function Registrations() {
  const { query } = place.value;
  const kind = kinds.find(([name]) => name === query.get('by'))?.[0] ?? 'registrar';
  const value = query.get('whose') ?? '';
  const isPart = query.get('match') === 'contains';
  return (
    <>
      <Question key={`${kind} ${value} ${isPart}`} kind={kind} value={value} isPart={isPart} />
      <p class="soft small">{texts.registrationsLead}</p>
      {value !== '' && <Found kind={kind} value={value} isPart={isPart} />}
    </>
  );
}

type ByRegistrar = AnswerOf<'GET /api/v1/reverse-whois/registrar/{registrar}'>;
type Answer = Pick<ByRegistrar, 'domain_count' | 'domains'> & Partial<Pick<ByRegistrar, 'registrar_info'>>;

interface Asked {
  readonly kind: Kind;
  readonly value: string;
  readonly isPart: boolean;
}

function Question(asked: Asked) {
  const kind = useSignal(asked.kind);
  const value = useSignal(asked.value);
  const isPart = useSignal(asked.isPart);
  return (
    <form
      class="finder"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({
          by: kind.value,
          whose: value.value.trim(),
          match: isPart.value ? 'contains' : undefined,
        });
      }}
    >
      <SelectField label={texts.by} {...chosen(kind)} options={kinds} />
      <TextField label={texts.value} required maxLength={300} spellcheck={false} {...typed(value)} />
      <CheckField label={texts.contains} {...ticked(isPart)} />
      <button type="submit" class="button first">
        {texts.search}
      </button>
    </form>
  );
}

/** Asks the index; each kind has an operation of its own. */
function ask({ kind, value, isPart }: Asked, signal: AbortSignal): Promise<Answer> {
  const query = { limit: mostDomains, match: isPart ? 'contains' : 'exact' } as const;
  switch (kind) {
    case 'email':
      return api.call('GET /api/v1/reverse-whois/email/{email}', { params: { email: value }, query, signal });
    case 'organization':
      return api.call('GET /api/v1/reverse-whois/organization/{organization}', {
        params: { organization: value },
        query,
        signal,
      });
    case 'nameserver':
      return api.call('GET /api/v1/reverse-whois/nameserver/{nameserver}', {
        params: { nameserver: value },
        query,
        signal,
      });
    case 'registrar':
      return api.call('GET /api/v1/reverse-whois/registrar/{registrar}', {
        params: { registrar: value },
        query,
        signal,
      });
  }
}

function Found(asked: Asked) {
  const found = useResource(`registrations ${JSON.stringify(asked)}`, (signal) => ask(asked, signal));
  const { registrationColumns: columns } = texts;
  const { data } = found;
  const registrar = data?.registrar_info;
  return (
    <Panel
      title={texts.registrations(visible(asked.value))}
      tools={data !== undefined && <span class="soft">{texts.inAll(count(data.domain_count))}</span>}
    >
      {registrar?.abuse_email != null && <p>{texts.abuse(visible(registrar.abuse_email))}</p>}
      {registrar?.registrar_iana_id != null && (
        <p class="soft small">{texts.iana(String(registrar.registrar_iana_id))}</p>
      )}
      <ResourceTable
        label={texts.registrations(visible(asked.value))}
        of={found}
        lines={6}
        rows={({ domains }) => domains}
        keyOf={({ domain_name: name, matched_on: on, source }) => `${name} ${on} ${source}`}
        columns={[
          columns.domain,
          columns.registrar,
          columns.registered,
          columns.expires,
          columns.by,
          [columns.seen, 'number'],
        ]}
        empty={texts.noRegistrations}
      >
        {(domain) => (
          <>
            <td class="wrap">
              <DomainLink name={domain.domain_name} />
            </td>
            <td class="wrap">
              {domain.registrar_name === null ? (
                '–'
              ) : (
                <Name name={domain.registrar_name} meaning={false} prose />
              )}
            </td>
            <td class="soft">
              {domain.registration_date === null ? '–' : dateOnly(domain.registration_date)}
            </td>
            <td class="soft">{domain.expiration_date === null ? '–' : dateOnly(domain.expiration_date)}</td>
            <td class="wrap soft">{visible(domain.matched_on)}</td>
            <td class="number soft">
              <Moment at={domain.seen_at} relative />
            </td>
          </>
        )}
      </ResourceTable>
      {data !== undefined && data.domain_count > data.domains.length && (
        <p class="soft small">{texts.shown(count(data.domains.length))}</p>
      )}
    </Panel>
  );
}
