/** A document of a text, with the line that it begins in, from 1. */
export interface DocumentPart {
  readonly text: string;
  readonly firstLine: number;
}

/** Splits a YAML text into its documents; those that say nothing are left out. */
export function splitDocuments(text: string): DocumentPart[] {
  const parts: DocumentPart[] = [];
  let lines: string[] = [];
  let firstLine = 1;
  const end = (next: number) => {
    if (lines.some((line) => /^\s*[^\s#]/.test(line))) parts.push({ text: lines.join('\n'), firstLine });
    lines = [];
    firstLine = next;
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (/^(?:---|\.\.\.)\s*(?:#.*)?$/.test(line)) end(index + 2);
    else lines.push(line);
  }
  end(0);
  return parts;
}
