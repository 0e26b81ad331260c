import { useSignal } from '@preact/signals';
import { setQuery } from '../app/router.ts';
import {
  type Filter,
  type FilterField,
  filterFields,
  filtersOf,
  withFilter,
  withoutFilter,
} from '../domain/query-filters.ts';
import { visible } from '../format/visible-name.ts';
import { texts } from '../texts/en/watch/queries.ts';
import { Dropdown } from './dropdown.tsx';
import { SelectField, TextField } from './forms/field.tsx';
import { Icon } from './icon.tsx';
import { Name } from './name.tsx';

/** Shows the filters in force, with buttons to remove each and to add one. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  return (
    <div class="chips">
      {filters.map((filter) => (
        <Chip key={`${filter.field} ${filter.not}`} filter={filter} filters={filters} />
      ))}
      <Dropdown label={texts.addFilter} icon="plus" kind="slim filter-button">
        {(close) => <AddFilter filters={filters} close={close} />}
      </Dropdown>
      {filters.length > 1 && (
        <button
          type="button"
          class="button quiet slim"
          onClick={() => setQuery(Object.fromEntries(filterFields.map((field) => [field, undefined])))}
        >
          {texts.clear}
        </button>
      )}
    </div>
  );
}

function Chip({ filter, filters }: { filter: Filter; filters: readonly Filter[] }) {
  const { field, not, values } = filter;
  const name = texts.fields[field];
  return (
    <span class={not ? 'chip not' : 'chip'}>
      <span class="chip-text">
        <span class="is">{not ? texts.isNot(name) : name}</span>
        <span class="values">
          {values.map((value, index) => (
            <>
              {index > 0 && <span class="soft"> {not ? texts.nor : texts.or} </span>}
              {value === '' ? texts.noValue : <Name key={value} name={value} meaning={false} />}
            </>
          ))}
        </span>
      </span>
      <button
        type="button"
        aria-label={texts.removeFilter(name, visible(values.join(', ')))}
        onClick={() => setQuery({ [field]: withoutFilter(filters, filter) })}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

function AddFilter({ filters, close }: { filters: readonly Filter[]; close: () => void }) {
  const field = useSignal<FilterField>('suffix');
  const how = useSignal<'is' | 'not'>('is');
  const value = useSignal('');
  const slower = field.value === 'slower_than_ms';
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const query = new URLSearchParams({ [field.value]: value.value.trim() });
        const values = filtersOf(query).flatMap((filter) => filter.values);
        if (values.length === 0) return;
        const added = { field: field.value, not: how.value === 'not' && !slower, values };
        setQuery({ [field.value]: withFilter(filters, added) });
        close();
      }}
    >
      <SelectField
        label={texts.filterBy}
        value={field.value}
        options={filterFields.map((one) => [one, texts.fields[one]] as const)}
        onChange={(chosen) => {
          field.value = chosen;
        }}
      />
      {!slower && (
        <SelectField
          label={texts.how}
          value={how.value}
          options={[
            ['is', texts.is],
            ['not', texts.not],
          ]}
          onChange={(chosen) => {
            how.value = chosen;
          }}
        />
      )}
      <TextField
        label={texts.value}
        hint={texts.hints[field.value]}
        value={value.value}
        spellcheck={false}
        autocomplete="off"
        required
        onInput={(text) => {
          value.value = text;
        }}
      />
      <button type="submit" class="button first">
        {texts.apply}
      </button>
    </form>
  );
}
