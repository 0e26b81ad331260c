import { useSignal } from '@preact/signals';
import { locations } from '../app/locations.ts';
import { now } from '../app/now.ts';
import { setQuery } from '../app/router.ts';
import { comparing, locationId, periods, range } from '../app/time-range.ts';
import { dateTime } from '../format/times.ts';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/common.ts';
import { Dropdown } from './dropdown.tsx';
import { CheckField, SelectField, TextField } from './forms/field.tsx';

/** Shows the controls for the time and the location of the page; both are in its address. */
export function RangePicker({ compare = true }: { compare?: boolean }) {
  const known = locations.value;
  const where = known.find(({ id }) => id === locationId.value)?.location_name ?? texts.range.allLocations;
  return (
    <>
      <p class="print-only soft">{texts.range.printed(visible(where), describe(), dateTime(now.value))}</p>
      {known.length > 1 && (
        <SelectField
          label={texts.range.location}
          hideLabel
          value={String(locationId.value ?? '')}
          options={[
            ['', texts.range.allLocations],
            ...known.map(({ id, location_name: name }) => [String(id), name] as const),
          ]}
          onChange={(location) => setQuery({ location: location === '' ? undefined : location })}
        />
      )}
      <Dropdown icon="clock" label={describe()}>
        {(close) => <Choices compare={compare} close={close} />}
      </Dropdown>
    </>
  );
}

function describe(): string {
  const { period, from, to } = range.value;
  if (period !== undefined) {
    return (texts.range.names as Record<string, string>)[period] ?? texts.range.last(period);
  }
  return `${dateTime(from!)} – ${to === undefined ? texts.range.now : dateTime(to)}`;
}

function Choices({ compare, close }: { compare: boolean; close: () => void }) {
  const from = useSignal(localValue(range.value.from));
  const to = useSignal(localValue(range.value.to));
  return (
    <div class="stack">
      <div class="options">
        {periods.map((period) => (
          <button
            key={period}
            type="button"
            aria-pressed={range.value.period === period}
            onClick={() => {
              setQuery({ period, from: undefined, to: undefined });
              close();
            }}
          >
            {texts.range.names[period]}
          </button>
        ))}
      </div>
      <form
        class="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          if (from.value === '') return;
          setQuery({ period: undefined, from: instant(from.value), to: instant(to.value) });
          close();
        }}
      >
        <TextField
          label={texts.range.from}
          type="datetime-local"
          value={from.value}
          required
          onInput={(value) => {
            from.value = value;
          }}
        />
        <TextField
          label={texts.range.to}
          type="datetime-local"
          value={to.value}
          onInput={(value) => {
            to.value = value;
          }}
        />
        <button type="submit" class="button">
          {texts.range.apply}
        </button>
      </form>
      {compare && (
        <CheckField
          label={texts.range.compare}
          checked={comparing.value}
          onChange={(checked) => setQuery({ compare: checked ? undefined : 'no' }, { replace: true })}
        />
      )}
    </div>
  );
}

/** A moment as a field of local time takes it. */
function localValue(iso: string | undefined): string {
  if (iso === undefined) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instant(local: string): string | undefined {
  const at = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
