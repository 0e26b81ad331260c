import { AnswerLink } from '../../components/answer-link.tsx';
import { Name } from '../../components/name.tsx';
import { TableScroll } from '../../components/panel.tsx';
import { texts } from '../../texts/en/watch/queries.ts';

interface ShownRecord {
  readonly section: string;
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly data: string;
  /** Of records that a query brought. */
  readonly class?: number;
}

/** Shows records of a message as a table. */
export function RecordsTable({ label, records }: { label: string; records: readonly ShownRecord[] }) {
  const hasClass = records.some((record) => record.class !== undefined);
  return (
    <TableScroll label={label}>
      <table class="table">
        <thead>
          <tr>
            <th>{texts.section}</th>
            <th>{texts.columns.name}</th>
            <th class="number">{texts.ttl}</th>
            {hasClass && <th class="number">{texts.class}</th>}
            <th>{texts.columns.type}</th>
            <th>{texts.data}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <tr key={index}>
              <td>{record.section}</td>
              <td class="wrap">
                <Name name={record.name} />
              </td>
              <td class="number">{record.ttl}</td>
              {hasClass && <td class="number">{record.class}</td>}
              <td>{record.type}</td>
              <td class="wrap">
                <AnswerLink type={record.type} data={record.data} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
