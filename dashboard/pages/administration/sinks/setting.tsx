import { CheckField, SelectField, TextField } from '../../../components/forms/field.tsx';
import { LinesField } from '../../../components/forms/lines-field.tsx';
import type { SinkField } from '../../../domain/sink-form.ts';
import { texts } from '../../../texts/en/access/sinks.ts';

/** Shows one setting of a kind of sink as what its schema says that it is. */
export function SinkSetting({
  field,
  value,
  onChange,
}: {
  field: SinkField;
  value: string;
  onChange: (value: string) => void;
}) {
  const { name, kind, help, required, choices } = field;
  const label = name.replaceAll('_', ' ');
  const hint = help === '' ? undefined : help;
  if (kind === 'check')
    return (
      <CheckField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        checked={value === 'true'}
        onChange={(checked) => onChange(String(checked))}
      />
    );
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        value={value}
        onChange={onChange}
        options={choices.map((choice) => [choice, choice])}
      />
    );
  if (kind === 'list' || kind === 'pairs' || kind === 'long') {
    const lines = kind === 'list' ? texts.onePerLine : kind === 'pairs' ? texts.pairPerLine : '';
    return (
      <LinesField
        label={label}
        hint={[help, lines].filter((part) => part !== '').join(' ')}
        required={required}
        value={value}
        onInput={onChange}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      type={kind === 'number' ? 'number' : 'text'}
      required={required}
      spellcheck={false}
      value={value}
      onInput={onChange}
      {...(field.min === undefined ? {} : { min: field.min })}
      {...(field.max === undefined ? {} : { max: field.max })}
    />
  );
}
