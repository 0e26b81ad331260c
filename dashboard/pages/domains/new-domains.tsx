import { useSignal } from '@preact/signals';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery } from '../../app/router.ts';
import { locationId } from '../../app/time-range.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { typed } from '../../components/forms/form.tsx';
import { InOrder } from '../../components/lists/in-order.tsx';
import { ResourceTable } from '../../components/lists/resource-table.tsx';
import { Moment } from '../../components/moment.tsx';
import { DomainLink, Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { count } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/investigate/domains.ts';

type Source = keyof typeof texts.sources;
type Span = keyof typeof texts.spans;
const sources = Object.entries(texts.sources) as [Source, string][];
const spans = Object.entries(texts.spans) as [Span, string][];
const mostDomains = 200;

/** Shows domains that a source showed for the first time, those first against which most speaks, and the zones that are read. */
export function NewDomains() {
  const { query } = place.value;
  const source = sources.find(([name]) => name === query.get('source'))?.[0] ?? 'traffic';
  const days = spans.find(([name]) => name === query.get('days'))?.[0] ?? '7';
  const pattern = query.get('pattern') ?? undefined;
  const where =
    locationId.value === undefined || source !== 'traffic' ? {} : { location_id: locationId.value };
  const found = useResource(`new domains ${JSON.stringify([source, days, pattern, where])}`, (signal) =>
    api.call('GET /api/v2/feeds/new-domains', {
      query: { source, days: Number(days), limit: mostDomains, ...(pattern && { pattern }), ...where },
      signal,
    }),
  );
  const zones = useZones(source === 'zone');
  const { newColumns: columns } = texts;
  const state = found.data?.source_state;
  return (
    <InOrder
      parts={[
        [<Choice key={pattern} source={source} days={days} pattern={pattern ?? ''} />],
        [
          <Panel
            key="new"
            title={texts.views.new}
            tools={found.data !== undefined && <span class="soft">{count(found.data.count)}</span>}
          >
            <p class="soft small">{texts.newLead}</p>
            {state === 'not_configured' && <p class="notice">{texts.notConfigured[source]}</p>}
            {state === 'stale' && <p class="notice">{texts.stale}</p>}
            <ResourceTable
              label={texts.views.new}
              of={found}
              lines={10}
              rows={({ domains }) => domains.toSorted((one, other) => other.score - one.score)}
              keyOf={({ domain }) => domain}
              columns={[
                columns.domain,
                columns.reasons,
                [columns.score, 'number'],
                source === 'traffic' && [columns.queries, 'number'],
                [columns.seen, 'number'],
              ]}
              empty={texts.noNew}
            >
              {({ domain, reasons, score, queries, first_seen: at }) => (
                <>
                  <td class="wrap">
                    <DomainLink name={domain} />
                  </td>
                  <td class="wrap soft">{reasons.map(reasonText).join(', ')}</td>
                  <td class={score >= 50 ? 'number bad' : 'number'}>{count(score)}</td>
                  {source === 'traffic' && <td class="number">{queries === null ? '–' : count(queries)}</td>}
                  <td class="number soft">
                    <Moment at={at} relative />
                  </td>
                </>
              )}
            </ResourceTable>
          </Panel>,
          found,
        ],
        source === 'zone' && [<Zones key="zones" of={zones} />, zones],
      ]}
    />
  );
}

/** Asks which zones are read, where they are what is shown. */
function useZones(isShown: boolean) {
  return useResource(isShown ? 'zones that are read' : undefined, (signal) =>
    api.call('GET /api/v2/feeds/zones', { signal }),
  );
}

function reasonText(reason: string): string {
  return (
    (Object.hasOwn(texts.reasons, reason) ? texts.reasons[reason] : undefined) ??
    visible(reason.replaceAll('_', ' '))
  );
}

function Choice({ source, days, pattern }: { source: Source; days: Span; pattern: string }) {
  const text = useSignal(pattern);
  return (
    <form
      class="finder"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ pattern: text.value.trim() || undefined });
      }}
    >
      <SelectField
        label={texts.source}
        value={source}
        options={sources}
        onChange={(wanted) => setQuery({ source: wanted })}
      />
      <SelectField
        label={texts.days}
        value={days}
        options={spans}
        onChange={(wanted) => setQuery({ days: wanted })}
      />
      <TextField
        label={texts.pattern}
        placeholder={texts.patternHint}
        maxLength={253}
        spellcheck={false}
        {...typed(text)}
      />
      <button type="submit" class="button first">
        {texts.show}
      </button>
    </form>
  );
}

function Zones({ of: zones }: { of: ReturnType<typeof useZones> }) {
  const { zoneColumns: columns } = texts;
  return (
    <Panel title={texts.zones}>
      <ResourceTable
        label={texts.zones}
        of={zones}
        lines={2}
        rows={({ zones: all }) => all}
        keyOf={({ zone }) => zone}
        columns={[
          columns.zone,
          columns.state,
          [columns.names, 'number'],
          [columns.fresh, 'number'],
          [columns.read, 'number'],
        ]}
        empty={texts.notConfigured.zone}
      >
        {({ zone, status, note, names, new_names: fresh, read_at: at }) => (
          <>
            <td>
              <Name name={zone} />
            </td>
            <td class="wrap">
              {texts.zoneStates[status]}
              {note !== null && <div class="soft small">{visible(note)}</div>}
            </td>
            <td class="number">{names === null ? '–' : count(names)}</td>
            <td class="number">{fresh === null ? '–' : count(fresh)}</td>
            <td class="number soft">{at === null ? '–' : <Moment at={at} relative />}</td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
