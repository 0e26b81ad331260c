import { useId } from 'preact/hooks';

/** Shows a labelled field for text of several lines. */
export function LinesField({
  label,
  hint,
  value,
  onInput,
  required = false,
}: {
  label: string;
  hint?: string | undefined;
  value: string;
  onInput: (value: string) => void;
  required?: boolean;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="input"
        spellcheck={false}
        autocomplete="off"
        required={required}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
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

/** Reads the entries of such a field that has one in a line. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '');
}
