import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

/** Shows a labelled field of several entries, one in a line. */
export function LinesField({ label, hint, value }: { label: string; hint?: string; value: Signal<string> }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="input"
        spellcheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Reads the entries of such a field. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((line) => line !== '');
}
