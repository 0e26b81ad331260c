/** Indicators in the body of a list, as the API takes them. */
export type ListType = 'text/plain' | 'text/csv' | 'application/json';

/** Tells what a list of indicators is written in: by the name of its file, else by how it begins. */
export function listType(text: string, fileName = ''): ListType {
  if (/\.json$/i.test(fileName)) return 'application/json';
  if (/\.csv$/i.test(fileName)) return 'text/csv';
  const first = text.trimStart().slice(0, 2_000);
  if (first.startsWith('[')) return 'application/json';
  // The head of a table names the column that the API looks for.
  const [head = ''] = first.split(/\r?\n/, 1);
  const columns = head.split(',').map((column) =>
    column
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  return columns.includes('name') && !columns.some((column) => column.includes('.'))
    ? 'text/csv'
    : 'text/plain';
}
