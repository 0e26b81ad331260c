import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface InputProps {
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'datetime-local' | 'time' | 'url' | 'search';
  readonly name?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly placeholder?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly spellcheck?: boolean;
  readonly inputMode?: 'numeric' | 'text';
}

/** Shows a labelled line for text. */
export function TextField({
  label,
  hint,
  value,
  onInput,
  type = 'text',
  ...rest
}: InputProps & {
  label: string;
  hint?: ComponentChildren;
  value: string;
  onInput: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...rest}
        // The types tell inputs apart by it one by one; all of these have the same properties.
        type={type as 'text'}
        id={id}
        class="input"
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Shows a labelled choice among a few. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel = false,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange: (value: Value) => void;
  hideLabel?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={hideLabel ? 'unseen' : ''}>
        {label}
      </label>
      <select
        id={id}
        class="select"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function CheckField({
  label,
  checked,
  onChange,
  hint,
}: {
  label: ComponentChildren;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint !== undefined && <span class="soft small"> {hint}</span>}
      </span>
    </label>
  );
}
