import { useSignal } from '@preact/signals';
import { setQuery } from '../../app/router.ts';
import { Dropdown } from '../../components/dropdown.tsx';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { type ThreatField, type ThreatFilters, threatFields } from '../../domain/threat-filters.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows the filters in force beside status and severity, each to be taken away, and a way to add one. */
export function Filters({ filters, types }: { filters: ThreatFilters; types: readonly string[] }) {
  const { days, texts: asked } = filters;
  return (
    <div class="chips">
      {days !== undefined && (
        <Chip
          name={texts.filters.days}
          value={days.first === days.last ? days.first : `${days.first} – ${days.last}`}
          onRemove={() => setQuery({ first_day: undefined, last_day: undefined, offset: undefined })}
        />
      )}
      {threatFields.map((field) => {
        const value = asked[field];
        return (
          value !== undefined && (
            <Chip
              key={field}
              name={texts.filters[field]}
              value={shown(field, value)}
              onRemove={() => setQuery({ [field]: undefined, offset: undefined })}
            />
          )
        );
      })}
      <Dropdown label={texts.filter} icon="plus" kind="slim filter-button">
        {(close) => <AddFilter types={types} close={close} />}
      </Dropdown>
    </div>
  );
}

function shown(field: ThreatField, value: string): string {
  if (field === 'type') return value.split(',').map(threatType).join(', ');
  return field === 'owner' && value === '' ? texts.nobody : value;
}

function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span class="chip">
      <span class="chip-text">
        <span class="is">{name}</span>
        <span class="values">
          <Name name={value} meaning={false} />
        </span>
      </span>
      <button type="button" aria-label={texts.removeFilter(name)} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  );
}

function AddFilter({ types, close }: { types: readonly string[]; close: () => void }) {
  const field = useSignal<ThreatField>(types.length > 0 ? 'type' : 'subject');
  const type = useSignal(types[0] ?? '');
  const value = useSignal('');
  const byType = field.value === 'type' && types.length > 0;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery({ [field.value]: byType ? type.value : value.value.trim(), offset: undefined });
        close();
      }}
    >
      <SelectField
        label={texts.filterBy}
        value={field.value}
        options={threatFields.map((one) => [one, texts.filters[one]] as const)}
        onChange={(chosen) => {
          field.value = chosen;
        }}
      />
      {byType ? (
        <SelectField
          label={texts.filters.type}
          value={type.value}
          options={types.map((one) => [one, threatType(one)] as const)}
          onChange={(chosen) => {
            type.value = chosen;
          }}
        />
      ) : (
        <TextField
          label={texts.filters[field.value]}
          hint={texts.filterHints[field.value]}
          value={value.value}
          spellcheck={false}
          autocomplete="off"
          required={field.value !== 'owner'}
          onInput={(text) => {
            value.value = text;
          }}
        />
      )}
      <button type="submit" class="button first">
        {texts.applyFilter}
      </button>
    </form>
  );
}
