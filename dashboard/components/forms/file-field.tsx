import { useId } from 'preact/hooks';

/** Shows a labelled field for a file, or for several; they are handed on when they are chosen. */
export function FileField({
  label,
  hint,
  accept,
  multiple = false,
  onFiles,
}: {
  label: string;
  hint?: string;
  /** Endings of files that are offered, such as `.txt,.csv`. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
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
        multiple={multiple}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onFiles(Array.from(event.currentTarget.files ?? []))}
      />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
