import { place, setQuery, withQuery } from '../../app/router.ts';
import { locationId, range, rangeQuery } from '../../app/time-range.ts';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { texts } from '../../texts/en/watch/encrypted.ts';

const fields = ['client', 'server', 'protocol', 'provider', 'ja4', 'looked_up'] as const;
type Field = (typeof fields)[number];
type Filters = Readonly<Partial<Record<Field, string>>>;

/** Reads the filters that the address has. */
export function filtersInPlace(): Filters {
  const { query } = place.value;
  return Object.fromEntries(
    fields.map((field) => [field, query.get(field) ?? '']).filter(([, value]) => value !== ''),
  );
}

/** Writes the question of the page in the parameters of the API: its time, its location and its filters. */
export function questionInPlace() {
  const where = locationId.value === undefined ? {} : { location_id: locationId.value };
  return { ...filtersInPlace(), ...rangeQuery(range.value), ...where };
}

/** Links to the connections of a number: the same page with a further filter. */
export function narrowed(filter: Filters): string {
  return withQuery(filter);
}

/** Shows the filters in force, with a button to remove each. */
export function FilterChips() {
  const chosen = Object.entries(filtersInPlace()) as [Field, string][];
  if (chosen.length === 0) return null;
  return (
    <div class="chips">
      {chosen.map(([field, value]) => (
        <span class="chip" key={field}>
          <span class="chip-text">
            <span class="is">{texts.filters[field]}</span>
            <span class="values">
              <Name name={value.replaceAll(/\\(.)/g, '$1')} meaning={false} />
            </span>
          </span>
          <button
            type="button"
            aria-label={texts.clearFilter(texts.filters[field])}
            onClick={() => setQuery({ [field]: undefined })}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
    </div>
  );
}
