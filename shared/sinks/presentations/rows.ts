import { mappingOf, type QueryPresentation } from './presentation.ts';

/** Rows as agents send them, for another collector: each octet of a row as a character. */
export const rows: QueryPresentation = {
  id: 'rows',
  title: 'Rows',
  published: '`shared/batch/row-layout.ts` of this program',
  isJson: false,
  queries: mappingOf(
    [{ name: 'row', holds: 'The whole row in the binary form that agents send.' }],
    (output, { row }, ended) => {
      if (row === undefined) return;
      output.json(row.toString('latin1'));
      ended();
    },
  ),
};
