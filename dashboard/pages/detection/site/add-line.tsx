import { useSignal } from '@preact/signals';
import { useAction } from '../../../app/action.ts';
import { TextField } from '../../../components/forms/field.tsx';
import { typed } from '../../../components/forms/form.tsx';
import { Refusal } from '../../../components/state.tsx';
import { texts } from '../../../texts/en/protect/site.ts';

/** Shows a field with a button that adds what is typed to the list below it; `onAdd` rejects with why it was refused. */
export function AddLine({
  label,
  placeholder,
  onAdd,
}: {
  label: string;
  placeholder: string;
  onAdd: (text: string) => Promise<unknown>;
}) {
  const text = useSignal('');
  const action = useAction(async () => {
    await onAdd(text.value.trim());
    text.value = '';
  });
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <div class="finder">
        <TextField
          label={label}
          placeholder={placeholder}
          required
          maxLength={253}
          spellcheck={false}
          {...typed(text)}
        />
        <button type="submit" class="button" disabled={action.busy}>
          {texts.add}
        </button>
      </div>
      <Refusal trouble={action.trouble} />
    </form>
  );
}
