import { useId } from 'preact/hooks';

/** Shows a labelled field for a file; its text is handed on when one is chosen, with the file's name. */
export function FileField({
  label,
  hint,
  accept,
  onText,
}: {
  label: string;
  hint?: string;
  /** Endings of files that are offered, such as `.txt,.csv`. */
  accept?: string;
  onText: (text: string, fileName: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        class="input"
        accept={accept}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void file.text().then((text) => onText(text, file.name));
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
