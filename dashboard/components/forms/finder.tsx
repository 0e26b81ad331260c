import { useSignal } from '@preact/signals';
import { TextField } from './field.tsx';

/** Shows a field for a part of a name with its button; `onFind` is told the text without space around it. */
export function Finder({
  text,
  label,
  placeholder,
  action,
  longest,
  onFind,
}: {
  text: string;
  label: string;
  placeholder: string;
  /** The text of the button. */
  action: string;
  /** Characters. */
  longest: number;
  onFind: (text: string) => void;
}) {
  const typed = useSignal(text);
  return (
    <form
      class="finder"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.value.trim());
      }}
    >
      <TextField
        label={label}
        type="search"
        value={typed.value}
        placeholder={placeholder}
        maxLength={longest}
        spellcheck={false}
        onInput={(value) => {
          typed.value = value;
        }}
      />
      <button type="submit" class="button first">
        {action}
      </button>
    </form>
  );
}
